-- Designs over real data: ./lens run -u 'jdbc:lens:;model=docs/samples.json' docs/samples.sql
-- The model mounts three of Calcite's sample databases, which are read-only: stores that can be
-- written are filled from them first.

select 'Stores, filled from the samples by insert ... select across schemas' as "1";

declare schema Hr using mem() {
  table DEPT (DEPTNO int primary key, DNAME varchar(14) not null, LOC varchar(13));
  table EMP (
    EMPNO int primary key,
    ENAME varchar(10) not null,
    JOB varchar(9),
    MGR int references EMP (EMPNO),
    HIREDATE date,
    SAL decimal(7, 2),
    COMM decimal(7, 2),
    DEPTNO int not null references DEPT (DEPTNO));
}
apply schema Hr;
insert into Hr.DEPT select DEPTNO, DNAME, LOC from scott.DEPT;
insert into Hr.EMP select EMPNO, ENAME, JOB, MGR, HIREDATE, SAL, COMM, DEPTNO from scott.EMP;

declare schema Warehouse using mem() {
  table product_class (
    product_class_id int primary key,
    product_subcategory varchar(30) not null,
    product_category varchar(30) not null,
    product_department varchar(30),
    product_family varchar(30));
  table product (
    product_id int primary key,
    product_class_id int not null references product_class (product_class_id),
    brand_name varchar(60),
    product_name varchar(60) not null,
    sku bigint not null,
    srp decimal(10, 4),
    gross_weight double,
    net_weight double,
    low_fat boolean);
  table sales_fact_1997 (
    product_id int not null,
    time_id int not null,
    customer_id int not null,
    promotion_id int not null,
    store_id int not null,
    store_sales decimal(10, 4) not null,
    store_cost decimal(10, 4) not null,
    unit_sales decimal(10, 4) not null);
  index sales_product on sales_fact_1997 (product_id);
}
apply schema Warehouse;
insert into Warehouse.product_class select * from foodmart.product_class;
insert into Warehouse.product
  select "product_id", "product_class_id", "brand_name", "product_name", "SKU", "SRP",
         "gross_weight", "net_weight", "low_fat"
  from foodmart.product;
insert into Warehouse.sales_fact_1997 select * from foodmart.sales_fact_1997;

declare schema Crm using mem() {
  table person (id int primary key, first_name varchar(40) not null, last_name varchar(20) not null, email varchar(60));
  table address (
    person_id int primary key references person (id),
    street varchar(70), city varchar(40), country varchar(40), postal_code varchar(10),
    checked boolean default false);
}
apply schema Crm;
insert into Crm.person select CustomerId, FirstName, LastName, Email from chinook.Customer;
insert into Crm.address (person_id, street, city, country, postal_code)
  select CustomerId, Address, City, Country, PostalCode from chinook.Customer;

select 'Designs, and lenses between them and the stores' as "2";

declare logical schema Company {
  table Employee (
    number int primary key,
    name varchar(10) not null,
    job varchar(9),
    manager int references Employee (number),
    hired date,
    salary decimal(7, 2) check (salary > 0),
    department int not null,
    departmentName varchar(14) not null,
    place varchar(13));
  table Customer (
    id int primary key,
    firstName varchar(40) not null,
    lastName varchar(20) not null,
    email varchar(60),
    street varchar(70),
    city varchar(40),
    country varchar(40),
    postalCode varchar(10),
    fullName varchar(61));
  table Product (
    id int primary key,
    name varchar(60) not null,
    brand varchar(60),
    sku bigint not null,
    price decimal(10, 4) check (price >= 0),
    classId int not null,
    category varchar(30) not null,
    subcategory varchar(30) not null,
    packaging double,
    shelfLabel varchar(123));
}

