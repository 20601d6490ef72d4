/** What the sample schema is, as PostgreSQL is told. */
export const SAMPLE_DDL = `
CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy');
CREATE DOMAIN positive AS integer;
CREATE DOMAIN short AS character varying(5);
CREATE DOMAIN numbers AS integer[];
CREATE TYPE pair AS (a integer, b character varying(7));
CREATE TABLE t (
  i2 smallint, i4 integer, i8 bigint, n numeric(10,2), f4 real, f8 double precision,
  b boolean, x text, v character varying(40), c character(3), d date, ti time(3),
  ts timestamp(3), tz timestamp with time zone, iv interval, u uuid, j json, jb jsonb,
  ia integer[], va character varying(9)[], ta text[], ma mood[], m mood, p positive, s short,
  ns numbers, pr pair, pra pair[], by bytea, r int4range, ip inet, pt point, bt bit(3), xm xml,
  nm name, o oid, v2 character varying(40)
);
CREATE FUNCTION greet(who text, times integer DEFAULT 1) RETURNS text LANGUAGE sql
  RETURN repeat(who, times);
CREATE FUNCTION halves(whole text, OUT head text, OUT tail character varying) LANGUAGE sql
  BEGIN ATOMIC SELECT whole, whole; END;
CREATE FUNCTION one(OUT value integer) LANGUAGE sql RETURN 1;
CREATE FUNCTION rows_of() RETURNS SETOF t LANGUAGE sql BEGIN ATOMIC SELECT * FROM t; END;
CREATE FUNCTION total(VARIADIC amounts numeric[]) RETURNS numeric LANGUAGE sql RETURN 1;
CREATE FUNCTION pick(one anyelement, other anyelement) RETURNS anyelement LANGUAGE plpgsql
  AS 'BEGIN RETURN one; END';
CREATE FUNCTION feeling(m mood) RETURNS text LANGUAGE sql RETURN m::text;
CREATE FUNCTION any_rows() RETURNS SETOF record LANGUAGE sql AS 'SELECT 1, 2';
CREATE FUNCTION listed(amount integer) RETURNS TABLE (id bigint, label text) LANGUAGE sql
  BEGIN ATOMIC SELECT 1::bigint, 'a'::text; END;
CREATE FUNCTION weight(p pair) RETURNS numeric LANGUAGE sql RETURN 1.5;
CREATE PROCEDURE work() LANGUAGE sql BEGIN ATOMIC SELECT 1; END;
`;
