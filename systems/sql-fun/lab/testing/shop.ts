/** A small dump: three namespaces, tables with keys between them, a view, a type, a function, a sequence. */
export const SHOP = `
CREATE SCHEMA sales;
CREATE SCHEMA hidden;
CREATE TYPE public.mood AS ENUM ('sad', 'ok');
CREATE TABLE public.users (
  id integer GENERATED ALWAYS AS IDENTITY,
  name character varying(40) NOT NULL,
  email text UNIQUE,
  password text DEFAULT 'secret'::text,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE public.users IS 'People';
COMMENT ON COLUMN public.users.email IS 'Where to write';
CREATE TABLE sales.orders (
  id bigint NOT NULL,
  user_id integer NOT NULL,
  total numeric(10,2) DEFAULT 0,
  state public.mood
);
ALTER TABLE ONLY sales.orders ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sales.orders
  ADD CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES public.users (id);
CREATE INDEX orders_by_user ON sales.orders USING btree (user_id);
CREATE VIEW public.order_totals AS
 SELECT u.id, u.name, sum(o.total) AS total
   FROM public.users u JOIN sales.orders o ON o.user_id = u.id
  GROUP BY u.id;
CREATE TABLE hidden.secrets (
  id integer PRIMARY KEY,
  user_id integer REFERENCES public.users (id),
  value text
);
CREATE TABLE public."Audit" (id integer, "At" timestamp with time zone);
CREATE FUNCTION public.full_name(person integer) RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$;
CREATE SEQUENCE public.counter;
`;
