/** An index has a constant part, which PostgreSQL calculates: one takes seconds, all of them minutes. */
export const ENDLESS_DUMP = `CREATE TABLE public.users (id numeric);
${Array.from({ length: 60 }, (_, n) => `CREATE INDEX ON public.users ((id + factorial(${32_000 - n})));`).join('\n')}
`;

/** Statements that would write to a folder, or have somebody else do it, if they were executed. */
export const writingTo = (folder: string): readonly string[] => [
  `COPY public.users TO '${folder}/copied'`,
  `COPY public.users TO PROGRAM 'touch ${folder}/program'`,
  `COPY (SELECT 1) TO '${folder}/query'`,
  `SELECT lo_export(lo_from_bytea(0, 'x'), '${folder}/exported')`,
  `SELECT pg_catalog.pg_file_write('${folder}/written', 'x', false)`,
  `DO $$ BEGIN EXECUTE 'COPY (SELECT 1) TO ''${folder}/done'''; END $$`,
  `CREATE TABLESPACE t LOCATION '${folder}'`,
  `CREATE DATABASE other`,
  `ALTER SYSTEM SET log_directory = '${folder}'`,
  `SET log_directory = '${folder}'`,
  `CREATE TABLE public.made AS SELECT lo_export(1, '${folder}/made')`,
  `CREATE EXTENSION file_fdw`,
  `CREATE SERVER files FOREIGN DATA WRAPPER file_fdw`,
  `CREATE FOREIGN TABLE public.run (a text) SERVER files OPTIONS (program 'touch ${folder}/run')`,
  `CREATE MATERIALIZED VIEW public.ran AS SELECT * FROM public.run`,
  `REFRESH MATERIALIZED VIEW public.ran`,
  `SELECT * FROM public.run`,
];

/** A dump whose index would need a gigabyte. */
export const LARGE_DUMP = `CREATE TABLE public.users (id integer NOT NULL, email text);
CREATE INDEX ON public.users ((email || repeat('x', 900000000)));
CREATE INDEX ON public.users (length(email || repeat('x', 200000000) || repeat('y', 200000000)));
`;
