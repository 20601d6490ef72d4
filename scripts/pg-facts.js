// Writes what PostgreSQL says of itself into systems/sql-fun/src/pg/facts, or with --check says what is out of date there.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { runnerImport } from 'vite';

const folder = new URL('../systems/sql-fun/src/pg/facts/', import.meta.url);
const check = process.argv.includes('--check');
const SCHEMAS = `('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`;

// A type is written by its name; a dot before it stands for information_schema.
const PRELUDE = `
create function pg_temp.t(oid) returns text language sql as $$
  select case typnamespace when 'information_schema'::regnamespace then '.' else '' end || typname
  from pg_type where oid = $1
$$;
create function pg_temp.ts(oid[]) returns text language sql as $$
  select coalesce(string_agg(pg_temp.t(each), ',' order by n), '-') from unnest($1) with ordinality u(each, n)
$$;
create function pg_temp.dot(oid) returns text language sql as $$
  select case $1 when 'information_schema'::regnamespace then '.' else '' end
$$;
`;

const FACTS = [
  {
    file: 'types',
    name: 'TYPES',
    about:
      'name, kind, category (with ! if preferred), whether _name is its array (and of which category, if not A), and what it is made of',
    sql: `
      select concat_ws(' ', pg_temp.t(t.oid), k.kind, typcategory::text || case when typispreferred then '!' else '' end,
        case when typarray = 0 then '-' else '[]' || coalesce((select nullif(typcategory, 'A')::text from pg_type where oid = t.typarray), '') end,
        case k.kind
          when 'a' then pg_temp.t(typelem)
          when 'd' then pg_temp.t(typbasetype) || ':' || typtypmod
          when 'r' then (select pg_temp.t(rngsubtype) || ' ' || pg_temp.t(rngmultitypid) from pg_range where rngtypid = t.oid)
          when 'm' then (select pg_temp.t(rngtypid) from pg_range where rngmultitypid = t.oid)
        end) as line
      from pg_type t, lateral (select case when typsubscript = 'array_subscript_handler'::regproc then 'a' else typtype::text end) k(kind)
      where typnamespace in ${SCHEMAS}
        and not exists (select from pg_type e where e.typarray = t.oid and t.typname = '_' || e.typname)`,
  },
  {
    file: 'routines',
    name: 'ROUTINES',
    about:
      'name, kind (with s if it returns a set), arguments, result; n: their names, d: defaults, v: variadic, o: what comes out',
    sql: `
      select concat_ws(' ', pg_temp.dot(pronamespace) || proname, prokind::text || case when proretset then 's' else '' end,
        pg_temp.ts(proargtypes::oid[]), pg_temp.t(prorettype),
        'n:' || (select string_agg(name, ',' order by n) from unnest(proargnames) with ordinality u(name, n)
          where coalesce(proargmodes[n] in ('i', 'b', 'v'), true) having bool_or(name <> '')),
        'd:' || nullif(pronargdefaults, 0),
        'v:' || pg_temp.t(nullif(provariadic, 0)),
        'o:' || (select string_agg(coalesce(proargnames[n], '') || ':' || pg_temp.t(type), ',' order by n)
          from unnest(proallargtypes) with ordinality u(type, n) where proargmodes[n] in ('o', 'b', 't'))) as line
      from pg_proc where pronamespace in ${SCHEMAS}`,
  },
  {
    file: 'operators',
    name: 'OPERATORS',
    about: 'name, left operand (- of a prefix operator), right operand, result',
    sql: `
      select concat_ws(' ', oprname, coalesce(pg_temp.t(nullif(oprleft, 0)), '-'), pg_temp.t(oprright), pg_temp.t(oprresult)) as line
      from pg_operator where oprnamespace = 'pg_catalog'::regnamespace and oprcode <> 0`,
  },
  {
    file: 'casts',
    name: 'CASTS',
    about: 'from, to, and when: by itself (i), by assignment (a), only explicitly (e)',
    sql: `select concat_ws(' ', pg_temp.t(castsource), pg_temp.t(casttarget), castcontext) as line from pg_cast`,
  },
  {
    file: 'keywords',
    name: 'KEYWORDS',
    about: 'a keyword that has to be quoted to be a name everywhere',
    sql: `select word as line from pg_get_keywords() where catcode <> 'U'`,
  },
  {
    file: 'relations',
    name: 'RELATIONS',
    about: 'name, and each column with its type and, if it has one, its modifier',
    sql: `
      select pg_temp.dot(relnamespace) || relname || ' ' || string_agg(
        attname || ':' || pg_temp.t(atttypid) || case when atttypmod < 0 then '' else ':' || atttypmod end, ' ' order by attnum) as line
      from pg_class c join pg_attribute on attrelid = c.oid
      where relnamespace in ${SCHEMAS} and reltype <> 0 and attnum > 0 and not attisdropped
      group by relnamespace, relname`,
  },
];

/** @type {{ module: typeof import('../packages/store/src/testing/start-postgres.js') }} */
const { module } = await runnerImport('./packages/store/src/testing/start-postgres.ts', {
  root: new URL('..', import.meta.url).pathname,
});
const server = await module.startPostgres();
const client = new pg.Client({ connectionString: server.url });
try {
  await client.connect();
  await client.query(PRELUDE);
  const { rows } = await client.query('show server_version');
  mkdirSync(folder, { recursive: true });
  for (const { file, name, about, sql } of FACTS) {
    const lines = await linesOf(sql);
    const head = `// Generated by scripts/pg-facts.js from PostgreSQL ${rows[0].server_version}; run it again instead of editing.`;
    const text = `${head}\n/** Each line: ${about}. */\nexport const ${name}: string = \`\n${lines.join('\n')}\n\`;\n`;
    const path = new URL(`${file}.ts`, folder);
    if (!check) writeFileSync(path, text);
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      console.error(`${path.pathname} is out of date; run scripts/pg-facts.js`);
      process.exitCode = 1;
    }
  }
} finally {
  await client.end();
  await server.stop();
}

/** @param {string} sql */
async function linesOf(sql) {
  const { rows } = await client.query(`select line from (${sql}) facts order by line collate "C"`);
  const lines = rows.map(({ line }) => String(line));
  const odd = lines.find((line) => /\\|`|\$\{/.test(line));
  if (odd !== undefined) throw new Error(`This cannot stand in a template literal: ${odd}`);
  return lines;
}
