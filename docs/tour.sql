-- A tour of Calcite Lens: ./lens run docs/tour.sql
-- A storage as it grew, the tables as one would like to have them, and a lens between the two.

select 'The storage: three tables with names of their own. They are made when applied.' as "1";

declare schema Store using mem() {
  table CITY (city_no int primary key, city varchar(30) not null, country varchar(2) not null);
  table CUST (
    cust_no int primary key,
    nm varchar(30) not null,
    city_no int not null references CITY (city_no),
    imported_by varchar(20) default 'tour');
  table CUST_PAY (cust_no int primary key references CUST (cust_no), iban varchar(34), limit_k int);
}
apply schema Store;

insert into Store.CITY values (1, 'Paris', 'FR'), (2, 'Oslo', 'NO');
insert into Store.CUST (cust_no, nm, city_no) values (10, 'Ada', 1), (11, 'Bob', 2), (12, 'Cyd', 1);
insert into Store.CUST_PAY values (10, 'FR14 2004', 5), (11, 'NO93 8601', 2), (12, null, 1);

select 'The design: the one table that a program wants to see. It says nothing of storage.' as "2";

declare logical schema Shop {
  table Customer (
    id int primary key,
    name varchar(30) not null,
    cityId int not null,
    city varchar(30) not null,
    country varchar(2) not null,
    iban varchar(34),
    creditLimit int check (creditLimit >= 0),
    label varchar(70));
}

select 'The lens: one select per table. Calcite Lens reads it forwards, and finds the way back.' as "3";

declare lens for Shop over Store {
  view Customer as
    select c.cust_no as id, c.nm as name, c.city_no as cityId, t.city, t.country,
           p.iban, p.limit_k * 1000 as creditLimit, c.nm || ', ' || t.city as label
    from CUST as c
    join CITY as t on t.city_no = c.city_no
    join CUST_PAY as p on p.cust_no = c.cust_no;
}
apply schema Shop;

select 'The design, read through the lens.' as "4";
select * from Shop.Customer order by id;

select 'Each column knows whether it can be written, and if not, why not.' as "5";
select logical_column, member_table, basis_column, updatable, inverse, reason
from lens.columns where logical_table = 'Customer' order by ordinal_position;

select 'Insert one row into the design: a new customer in a new city. Three tables get a row.' as "6";
insert into Shop.Customer (id, name, cityId, city, country, iban, creditLimit)
values (13, 'Dag', 3, 'Bergen', 'NO', 'NO55 1234', 7000);
select * from Store.CITY order by city_no;
select * from Store.CUST order by cust_no;
select * from Store.CUST_PAY order by cust_no;

select 'Update across all of them: a name, a move to another city, a limit computed from the old.' as "7";
update Shop.Customer set name = 'Robert', cityId = 1, creditLimit = creditLimit + 3000
where label like 'Bob%' returning id, name, city, creditLimit;
select * from Store.CUST where cust_no = 11;
select * from Store.CUST_PAY where cust_no = 11;

select 'A city is shared by its customers: renaming it through one is seen by all who live there.' as "8";
update Shop.Customer set city = 'Lutetia' where id = 10;
select id, name, city from Shop.Customer order by id;

select 'Delete: the rows that belong to the customer go, the city that others may share stays.' as "9";
delete from Shop.Customer where name = 'Dag';
select * from Store.CITY order by city_no;
select * from Store.CUST order by cust_no;
select * from Store.CUST_PAY order by cust_no;

select 'Both faces, side by side.' as "10";
select d.id, d.name, d.creditLimit as "design", s.limit_k as "store, in thousands"
from Shop.Customer as d join Store.CUST_PAY as s on s.cust_no = d.id order by d.id;

select 'What the lens makes of the design: one statement, in the basis''s own terms.' as "11";
explain lens Shop.Customer;
