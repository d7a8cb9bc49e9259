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

select 'Employee: employees with their department, which they share' as "2";

declare logical schema Company {
  table Employee (
    id int primary key,
    name varchar(10) not null,
    job varchar(9),
    manager int,
    hired date,
    salary decimal(7, 2) check (salary > 0),
    department int not null,
    departmentName varchar(14) not null,
    place varchar(13));
}
declare lens for Company over Hr {
  view Employee as
    select e.EMPNO as id, e.ENAME as name, e.JOB as job, e.MGR as manager, e.HIREDATE as hired,
           e.SAL as salary, e.DEPTNO as department, d.DNAME as departmentName, d.LOC as place
    from EMP as e join DEPT as d on d.DEPTNO = e.DEPTNO;
}
apply schema Company;

select departmentName, place, count(*) as employees, sum(salary) as salaries
from Company.Employee group by departmentName, place order by departmentName;

-- A new employee in a department that does not exist yet: both rows are written.
insert into Company.Employee (id, name, job, manager, salary, department, departmentName, place)
values (7950, 'CODD', 'ANALYST', 7839, 3500, 50, 'DATA', 'SAN JOSE');
-- A raise for a whole department, and a move to it.
update Company.Employee set salary = salary + 100 where departmentName = 'SALES';
update Company.Employee set department = 50 where name = 'SCOTT' returning id, name, departmentName, place;
-- The place belongs to the department: changed through one employee, changed for all.
update Company.Employee set place = 'AUSTIN' where name = 'KING';
delete from Company.Employee where name = 'MILLER';

select * from Hr.DEPT order by DEPTNO;
select EMPNO, ENAME, SAL, DEPTNO from Hr.EMP order by EMPNO;

select 'Customer: one row, held by two tables' as "3";

declare logical schema Sales {
  table Customer (
    id int primary key,
    firstName varchar(40) not null,
    lastName varchar(20) not null,
    email varchar(60),
    street varchar(70),
    city varchar(40),
    country varchar(40),
    fullName varchar(61));
}
declare lens for Sales over Crm {
  view Customer as
    select p.id, p.first_name as firstName, p.last_name as lastName, p.email,
           a.street, a.city, a.country, p.first_name || ' ' || p.last_name as fullName
    from person as p join address as a on a.person_id = p.id;
}
apply schema Sales;

select country, count(*) as customers from Sales.Customer group by country order by customers desc, country limit 5;
insert into Sales.Customer (id, firstName, lastName, city, country)
values (60, 'Edgar', 'Codd', 'Fortuneswell', 'United Kingdom');
update Sales.Customer set email = null, city = 'Praha' where city = 'Prague';
delete from Sales.Customer where country = 'Brazil';

select p.id, p.last_name, p.email, a.city, a.country, a.checked
from Crm.person as p join Crm.address as a on a.person_id = p.id
where a.country in ('Brazil', 'Czech Republic', 'United Kingdom') order by p.id;
select (select count(*) from Crm.person) as persons, (select count(*) from Crm.address) as addresses;

select 'Product: names of its own, a class that products share, computed columns' as "4";

declare logical schema Catalog {
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
declare lens for Catalog over Warehouse {
  view Product as
    select p.product_id as id, p.product_name as name, p.brand_name as brand, p.sku, p.srp as price,
           p.product_class_id as classId, c.product_category as category,
           c.product_subcategory as subcategory,
           p.gross_weight - p.net_weight as packaging,
           p.product_name || ' (' || c.product_category || ')' as shelfLabel
    from product as p join product_class as c on c.product_class_id = p.product_class_id;
}
apply schema Catalog;

select category, count(*) as products, max(price) as dearest
from Catalog.Product group by category order by products desc, category limit 5;
select p.category, count(*) as facts, sum(f.store_sales) as sales
from Warehouse.sales_fact_1997 as f join Catalog.Product as p on p.id = f.product_id
group by p.category order by sales desc limit 5;

insert into Catalog.Product (id, name, brand, sku, price, classId, category, subcategory)
values (1561, 'Relational Relish', 'Codd', 19700600377, 3.5, 111, 'Condiments', 'Relish');
update Catalog.Product set price = price * 2 where brand = 'Washington';
update Catalog.Product set category = 'Cool Drinks' where category = 'Drinks';
update Catalog.Product set classId = 111 where id = 1 returning id, name, category, shelfLabel;
delete from Catalog.Product where brand = 'Hermanos';

select id, name, price, packaging, shelfLabel from Catalog.Product where id in (1, 1561) order by id;
select product_id, product_class_id, product_name, srp, gross_weight, net_weight
from Warehouse.product where product_id in (1, 1561) order by product_id;
select * from Warehouse.product_class where product_category in ('Cool Drinks', 'Condiments') order by product_class_id;
select (select count(*) from Warehouse.product) as products,
       (select count(*) from Warehouse.product_class) as classes,
       (select count(*) from Warehouse.sales_fact_1997) as facts;
