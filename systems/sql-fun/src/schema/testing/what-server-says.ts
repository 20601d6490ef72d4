import type pg from 'pg';

/** The shape of a database as lines of text, so that two of them can be compared. */
export interface Shape {
  readonly columns: readonly string[];
  /** What columns have as default, as it is written in a dump. */
  readonly defaults: readonly string[];
  readonly keys: readonly string[];
  readonly indexes: readonly string[];
  readonly types: readonly string[];
  readonly routines: readonly string[];
  readonly comments: readonly string[];
}

const OURS = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`;

const names = (keys: string, table: string) =>
  `array_to_string(array(select a.attname from unnest(${keys}) with ordinality as u(n, i)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = u.n order by u.i), ',')`;

const QUERIES: Readonly<Record<keyof Shape, string>> = {
  columns: `
    select concat_ws(' ', n.nspname || '.' || c.relname, c.relkind, a.attname,
      case when c.relkind not in ('v', 'm') then format_type(a.atttypid, a.atttypmod) end,
      case when a.attnotnull then 'not null' end,
      case when a.atthasdef and a.attgenerated = '' then 'default' end,
      nullif(a.attgenerated, ''), nullif(a.attidentity, ''))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and c.relkind not in ('v', 'm')
    where ${OURS} and c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
    order by n.nspname, c.relname, a.attnum`,
  defaults: `
    select concat_ws(' ', n.nspname || '.' || c.relname, a.attname, pg_get_expr(d.adbin, d.adrelid))
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum where ${OURS}`,
  keys: `
    select concat_ws(' ', n.nspname || '.' || c.relname, k.contype, k.conname,
      '(' || ${names('k.conkey', 'k.conrelid')} || ')',
      case when k.contype = 'f' then fn.nspname || '.' || f.relname
        || ' (' || ${names('k.confkey', 'k.confrelid')} || ')' end)
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_class f on f.oid = k.confrelid left join pg_namespace fn on fn.oid = f.relnamespace
    where ${OURS} and k.contype in ('p', 'u', 'f') and not exists (
      select from pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid)`,
  indexes: `
    select concat_ws(' ', n.nspname || '.' || c.relname, t.relname,
      case when i.indisunique then 'unique' end, array_to_string(array(
        select case when u.n = 0 then '?' else a.attname end
        from unnest(i.indkey) with ordinality as u(n, i)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = u.n
        where u.i <= i.indnkeyatts order by u.i), ','))
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  types: `
    select concat_ws(' ', n.nspname || '.' || t.typname, t.typtype, t.typcategory,
      case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) end,
      (select format_type(rngsubtype, null) from pg_range where rngtypid = t.oid),
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid),
      (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped))
    from pg_type t join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
    where ${OURS} and (t.typrelid = 0 or c.relkind = 'c') and not (t.typtype = 'b' and t.typcategory = 'A')`,
  routines: `
    select concat_ws(' ', n.nspname || '.' || p.proname,
      '(' || array_to_string(array(select format_type(t, null) from unnest(p.proargtypes) as t), ',') || ')',
      p.prokind, p.pronargdefaults,
      case when p.provariadic <> 0 then 'variadic ' || format_type(p.provariadic, null) end,
      format_type(p.prorettype, null), case when p.proretset then 'set' end,
      (select string_agg(coalesce(nullif(p.proargnames[i], ''), '?') || ' ' || format_type(p.proallargtypes[i], null), ', ' order by i)
        from generate_subscripts(p.proallargtypes, 1) as i where p.proargmodes[i] in ('o', 'b', 't')))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS}`,
  comments: `
    select concat_ws(' ', n.nspname || '.' || c.relname, a.attname, d.description)
    from pg_description d join pg_class c on c.oid = d.objoid and d.classoid = 'pg_class'::regclass
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    where ${OURS} and c.relkind in ('r', 'p', 'f', 'S', 'v', 'm') and (a.attname is null or c.relkind not in ('v', 'm'))`,
};

/** What a server says about its database. */
export async function whatServerSays(client: pg.Client): Promise<Shape> {
  const shape: Partial<Record<keyof Shape, string[]>> = {};
  for (const [part, query] of Object.entries(QUERIES)) {
    // A dump is written without a path.
    await client.query(`set search_path = ${part === 'defaults' ? "''" : 'public'}`);
    const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' });
    shape[part as keyof Shape] = rows.map(([line]) => line!).sort();
  }
  return shape as Shape;
}
