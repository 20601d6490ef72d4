/** A small shop: tables, views and functions of many kinds, to ask about. */
export const SHOP = `
CREATE SCHEMA sales;
CREATE SCHEMA audit;
CREATE TYPE public.status AS ENUM ('new', 'paid', 'sent');
CREATE TYPE public.address AS (street text, city character varying(60));
CREATE DOMAIN public.email AS character varying(120);

CREATE TABLE public.users (
  id integer PRIMARY KEY,
  name character varying(40) NOT NULL,
  email public.email,
  age smallint,
  home public.address,
  tags text[] DEFAULT '{}',
  settings jsonb,
  created_at timestamp(3) with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.products (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title text NOT NULL,
  price numeric(10,2) NOT NULL,
  taxed numeric(12,2) GENERATED ALWAYS AS (price * 1.2) STORED
);
CREATE TABLE public.orders (
  id uuid PRIMARY KEY,
  user_id integer NOT NULL REFERENCES public.users (id),
  status public.status DEFAULT 'new' NOT NULL,
  placed date,
  note character(8)
);
CREATE TABLE public.order_items (
  order_id uuid REFERENCES public.orders (id),
  product_id bigint REFERENCES public.products (id),
  quantity integer NOT NULL,
  price numeric(10,2),
  PRIMARY KEY (order_id, product_id)
);
CREATE TABLE sales.regions (id integer PRIMARY KEY, name text, parent_id integer);
CREATE TABLE sales.orders (id integer PRIMARY KEY, region_id integer, total double precision);
CREATE TABLE audit.log (id bigint, at timestamp without time zone, what json, who name);
CREATE TABLE public.employees (id integer PRIMARY KEY, manager_id integer, name text, salary numeric);
CREATE TABLE public.events (id integer, payload jsonb, during tstzrange, primary key (id)) PARTITION BY RANGE (id);
CREATE SEQUENCE public.ticket_seq;

CREATE VIEW public.adults AS SELECT id, name, age FROM public.users WHERE age >= 18;
CREATE VIEW public.totals (order_id, total, label) AS
  SELECT i.order_id, sum(i.quantity * i.price), 'total' FROM public.order_items i GROUP BY i.order_id;
CREATE VIEW public.overview AS
  SELECT o.*, t.total, u.name AS buyer FROM public.orders o JOIN public.totals t ON t.order_id = o.id
    LEFT JOIN public.users u ON u.id = o.user_id;
CREATE MATERIALIZED VIEW sales.by_region AS
  SELECT r.name, count(*) AS orders, avg(o.total) FROM sales.orders o JOIN sales.regions r ON r.id = o.region_id GROUP BY r.name;
CREATE FUNCTION public.full_name(u public.users) RETURNS text LANGUAGE sql AS 'SELECT u.name::text';
CREATE FUNCTION public.home_email() RETURNS public.email LANGUAGE sql AS 'SELECT NULL::public.email';
CREATE FUNCTION public.orders_of(who integer) RETURNS SETOF public.orders LANGUAGE sql AS 'SELECT * FROM public.orders';
CREATE FUNCTION public.stats(OUT users bigint, OUT oldest smallint) LANGUAGE sql AS 'SELECT count(*), max(age) FROM public.users';
`;
