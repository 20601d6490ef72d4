import type { Postgres } from '../../src/engine/postgres.js';

const OWN = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;
const USER = 16384;

/** What `pg_catalog` says of everything that a database has beside PostgreSQL's own, without numbers. */
const QUERIES: readonly string[] = [
  `SELECT 'schema', nspname FROM pg_namespace n WHERE ${OWN}`,
  `SELECT 'relation', n.nspname, c.relname, c.relkind::text, c.relispartition::text, pg_get_expr(c.relpartbound, c.oid), pg_get_partkeydef(c.oid),
    obj_description(c.oid, 'pg_class'), c.reloftype::regtype::text, c.relrowsecurity::text
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${OWN}`,
  `SELECT 'column', a.attrelid::regclass::text, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull::text, pg_get_expr(d.adbin, d.adrelid),
    a.attgenerated::text, a.attidentity::text, a.attinhcount::text, a.attislocal::text, a.attcollation::regcollation::text, col_description(a.attrelid, a.attnum)
   FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum WHERE ${OWN} AND a.attnum > 0 AND NOT a.attisdropped`,
  `SELECT 'constraint', conrelid::regclass::text, contypid::regtype::text, conname, pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint') FROM pg_constraint WHERE oid >= ${USER}`,
  `SELECT 'index', pg_get_indexdef(indexrelid) FROM pg_index WHERE indexrelid >= ${USER} AND indrelid::regclass::text !~ 'pg_toast'`,
  `SELECT 'trigger', pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
  `SELECT 'internal trigger', tgrelid::regclass::text, count(*)::text FROM pg_trigger WHERE tgisinternal GROUP BY tgrelid`,
  `SELECT 'policy', polrelid::regclass::text, polname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid), polroles::regrole[]::text FROM pg_policy`,
  `SELECT 'rule', pg_get_ruledef(oid) FROM pg_rewrite WHERE oid >= ${USER} AND rulename <> '_RETURN'`,
  `SELECT 'statistics', pg_get_statisticsobjdef(oid) FROM pg_statistic_ext`,
  `SELECT 'parent', inhrelid::regclass::text, inhparent::regclass::text FROM pg_inherits`,
  `SELECT 'function', p.oid::regprocedure::text, p.prokind::text, pg_get_function_result(p.oid), pg_get_function_arguments(p.oid), p.prosrc, obj_description(p.oid, 'pg_proc')
   FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OWN}`,
  `SELECT 'type', n.nspname, t.typname, t.typtype::text, t.typbasetype::regtype::text, (SELECT string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid)
   FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace WHERE ${OWN}`,
  `SELECT 'operator', oid::regoperator::text FROM pg_operator WHERE oid >= ${USER}`,
  `SELECT 'collation', collname FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace WHERE ${OWN}`,
  `SELECT 'text search', cfgname FROM pg_ts_config WHERE oid >= ${USER} UNION ALL SELECT 'dictionary', dictname FROM pg_ts_dict WHERE oid >= ${USER}`,
  `SELECT 'cast', castsource::regtype::text, casttarget::regtype::text FROM pg_cast WHERE oid >= ${USER}`,
  `SELECT 'operator class', opcname FROM pg_opclass WHERE oid >= ${USER} UNION ALL SELECT 'operator family', opfname FROM pg_opfamily WHERE oid >= ${USER}`,
  `SELECT 'role', rolname FROM pg_roles WHERE oid >= ${USER}`,
  `SELECT 'publication', pubname FROM pg_publication UNION ALL SELECT 'event trigger', evtname FROM pg_event_trigger`,
  `SELECT 'server', srvname FROM pg_foreign_server UNION ALL SELECT 'wrapper', fdwname FROM pg_foreign_data_wrapper`,
  `SELECT 'extension', extname FROM pg_extension`,
  `SELECT 'comments', count(*)::text FROM pg_description WHERE objoid >= ${USER}`,
];

export async function snapshot(postgres: Postgres): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const query of QUERIES) {
    const rows = await postgres.rows<{ row: string }>(`SELECT q::text AS row FROM (${query}) q`);
    lines.push(...rows.map(({ row }) => row).sort());
  }
  return lines;
}
