declare schema B {
 table Maker (id int primary key, name varchar(20) not null, country varchar(2));
 table Model (id int primary key, name varchar(20) not null, maker int not null references Maker(id));
 table Person (id int primary key, name varchar(20) not null, city varchar(20));
 table Address (person int references Person(id), kind varchar(5), street varchar(20), primary key (person, kind));
 table Car (id int primary key, vin varchar(17) not null unique, price decimal(10,2), model int not null references Model(id), owner int references Person(id));
 table Engine (car int primary key references Car(id), hp int not null, fuel varchar(10));
 table Note (car int primary key references Car(id), text varchar(50));
 table Sale (id int primary key, car int not null references Car(id), sold date not null, amount decimal(10,2));
};
apply schema B;
declare logical schema X {
 table Car (id int primary key, vin varchar(17) not null unique, price decimal(10,2), model varchar(20), maker varchar(20), country varchar(2), owner int, text varchar(50));
 table Engine (id int primary key, vin varchar(17) not null, hp int not null, fuel varchar(10));
 table Person (id int primary key, name varchar(20) not null, city varchar(20), street varchar(20));
 table Sale (id int primary key, car int not null, sold date not null, amount decimal(10,2));
 table Owned (id int primary key, vin varchar(17) not null, owner varchar(20));
};
declare lens for X over B {
 view Car as select c.id, c.vin, c.price, m.name as model, k.name as maker, k.country, c.owner, n.text
  from Car c join Model m on m.id = c.model join Maker k on k.id = m.maker left join Note n on n.car = c.id;
 view Engine as select c.id, c.vin, e.hp, e.fuel from Car c join Engine e on e.car = c.id;
 view Person as select p.id, p.name, p.city, a.street from Person p left join Address a on a.person = p.id and a.kind = 'home';
 view Owned as select c.id, c.vin, p.name as owner from Car c join Person p on p.id = c.owner;
};
apply schema X;
