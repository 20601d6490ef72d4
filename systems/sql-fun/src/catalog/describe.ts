import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import type { Postgres } from '../engine/index.js';

export interface DescribedColumn {
  readonly name: string;
  readonly type?: string;
  readonly unresolved?: true;
  /** Of an enum. */
  readonly values?: readonly string[];
  readonly not_null?: true;
  readonly has_default?: true;
  readonly default?: string;
  readonly generated?: 'stored' | 'virtual' | 'identity_always' | 'identity_by_default';
  /** Of a generated column. */
  readonly expression?: string;
  readonly primary_key?: true;
  readonly comment?: string;
}

export interface DescribedForeignKey {
  readonly name: string;
  /** Of the table that refers. */
  readonly columns: readonly string[];
  /** The other table: the one referred to or, in `referenced_by`, the one that refers. */
  readonly namespace: string;
  readonly table: string;
  /** Of the table that is referred to. */
  readonly references: readonly string[];
}

export interface DescribedIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
  readonly include?: readonly string[];
  readonly where?: string;
  /** Other than btree. */
  readonly method?: string;
}

export interface DescribedPolicy {
  readonly name: string;
  readonly command: string;
  readonly permissive: boolean;
  readonly roles: readonly string[];
  readonly using?: string;
  readonly check?: string;
}

export interface DescribedTrigger {
  readonly name: string;
  readonly timing: string;
  readonly events: readonly string[];
  readonly for_each: 'row' | 'statement';
  readonly function: string;
}

interface Named {
  readonly namespace: string;
  readonly name: string;
}

/** What there is to say of a relation beside its columns. */
export interface DescribedRelation {
  readonly comment?: string;
  readonly primary_key?: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly checks: readonly { readonly name: string; readonly expression: string }[];
  readonly foreign_keys: readonly DescribedForeignKey[];
  readonly referenced_by: readonly DescribedForeignKey[];
  readonly indexes: readonly DescribedIndex[];
  readonly policies: readonly DescribedPolicy[];
  readonly triggers: readonly DescribedTrigger[];
  readonly partition_key?: string;
  readonly partitions: readonly (Named & { readonly bound: string })[];
  readonly partition_of?: Named;
}

export async function describeColumns(postgres: Postgres, oid: number) {
  const rows = await postgres.rows<{ column: DescribedColumn }>(COLUMNS, [oid]);
  return rows.map(({ column }) => column);
}

export async function describeRelation(postgres: Postgres, oid: number) {
  const [row] = await postgres.rows<{ relation: DescribedRelation }>(RELATION, [oid]);
  return row!.relation;
}

const COLUMNS = `
  SELECT json_strip_nulls(json_build_object(
    'name', a.attname,
    'type', CASE WHEN n.nspname <> '${STUB_SCHEMA}' THEN format_type(a.atttypid, a.atttypmod) END,
    'unresolved', CASE WHEN n.nspname = '${STUB_SCHEMA}' THEN true END,
    'values', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid IN (t.oid, t.typelem, t.typbasetype)),
    'not_null', CASE WHEN a.attnotnull THEN true END,
    'has_default', CASE WHEN d.adbin IS NOT NULL AND a.attgenerated = '' THEN true END,
    'default', CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'generated', CASE a.attgenerated WHEN 's' THEN 'stored' WHEN 'v' THEN 'virtual' ELSE
      CASE a.attidentity WHEN 'a' THEN 'identity_always' WHEN 'd' THEN 'identity_by_default' END END,
    'expression', CASE WHEN a.attgenerated <> '' THEN pg_get_expr(d.adbin, d.adrelid) END,
    'primary_key', (SELECT true FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'p' AND a.attnum = ANY (k.conkey)),
    'comment', col_description(a.attrelid, a.attnum)
  )) AS column
  FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    JOIN pg_type item ON item.oid = CASE WHEN t.typcategory = 'A' THEN t.typelem ELSE t.oid END
    JOIN pg_namespace n ON n.oid = item.typnamespace
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

/** The names of numbered columns, in the order of the numbers. */
const names = (relation: string, numbers: string) =>
  `(SELECT json_agg(a.attname ORDER BY u.place) FROM unnest(${numbers}) WITH ORDINALITY AS u (number, place)
    JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = u.number)`;

const list = (item: string, from: string, order: string) =>
  `coalesce((SELECT json_agg(json_strip_nulls(${item}) ORDER BY ${order}) FROM ${from}), '[]')`;

const foreignKeys = (from: string, other: string) =>
  list(
    `json_build_object('name', f.conname, 'columns', ${names('f.conrelid', 'f.conkey')},
      'namespace', n.nspname, 'table', o.relname, 'references', ${names('f.confrelid', 'f.confkey')})`,
    `pg_constraint f JOIN pg_class o ON o.oid = f.${other} JOIN pg_namespace n ON n.oid = o.relnamespace
     WHERE f.contype = 'f' AND f.conparentid = 0 AND f.${from} = c.oid`,
    'f.oid',
  );

const indexColumns = (from: string, to: string) =>
  `(SELECT json_agg(pg_get_indexdef(i.indexrelid, k, true) ORDER BY k) FROM generate_series(${from}, ${to}) AS k)`;

const RELATION = `
  SELECT json_strip_nulls(json_build_object(
    'comment', obj_description(c.oid, 'pg_class'),
    'primary_key', (SELECT ${names('k.conrelid', 'k.conkey')} FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'p'),
    'unique', coalesce((SELECT json_agg(${names('i.indrelid', 'i.indkey[0:i.indnkeyatts - 1]')} ORDER BY i.indexrelid)
      FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL), '[]'),
    'checks', ${list(
      `json_build_object('name', k.conname, 'expression', pg_get_expr(k.conbin, k.conrelid))`,
      `pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c'`,
      'k.conname',
    )},
    'foreign_keys', ${foreignKeys('conrelid', 'confrelid')},
    'referenced_by', ${foreignKeys('confrelid', 'conrelid')},
    'indexes', ${list(
      `json_build_object('name', o.relname, 'unique', i.indisunique, 'columns', ${indexColumns('1', 'i.indnkeyatts')},
        'include', ${indexColumns('i.indnkeyatts + 1', 'i.indnatts')},
        'where', pg_get_expr(i.indpred, i.indrelid), 'method', nullif(m.amname, 'btree'))`,
      `pg_index i JOIN pg_class o ON o.oid = i.indexrelid JOIN pg_am m ON m.oid = o.relam WHERE i.indrelid = c.oid`,
      'o.relname COLLATE "C"',
    )},
    'policies', ${list(
      `json_build_object('name', p.polname,
        'command', CASE p.polcmd WHEN 'r' THEN 'select' WHEN 'a' THEN 'insert' WHEN 'w' THEN 'update' WHEN 'd' THEN 'delete' ELSE 'all' END,
        'permissive', p.polpermissive,
        'roles', (SELECT json_agg(coalesce(r.rolname, 'public') ORDER BY r.rolname) FROM unnest(p.polroles) AS u (oid) LEFT JOIN pg_roles r ON r.oid = u.oid),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))`,
      `pg_policy p WHERE p.polrelid = c.oid`,
      'p.polname',
    )},
    'triggers', ${list(
      `json_build_object('name', t.tgname,
        'timing', CASE WHEN t.tgtype & 64 > 0 THEN 'instead of' WHEN t.tgtype & 2 > 0 THEN 'before' ELSE 'after' END,
        'events', (SELECT json_agg(e.event) FROM (VALUES (4, 'insert'), (16, 'update'), (8, 'delete'), (32, 'truncate')) AS e (bit, event) WHERE t.tgtype & e.bit > 0),
        'for_each', CASE WHEN t.tgtype & 1 > 0 THEN 'row' ELSE 'statement' END,
        'function', t.tgfoid::regproc::text)`,
      `pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal`,
      't.tgname',
    )},
    'partition_key', pg_get_partkeydef(c.oid),
    'partitions', ${list(
      `json_build_object('namespace', n.nspname, 'name', o.relname, 'bound', pg_get_expr(o.relpartbound, o.oid))`,
      `pg_inherits h JOIN pg_class o ON o.oid = h.inhrelid AND o.relispartition JOIN pg_namespace n ON n.oid = o.relnamespace WHERE h.inhparent = c.oid`,
      'n.nspname, o.relname',
    )},
    'partition_of', (SELECT json_build_object('namespace', n.nspname, 'name', o.relname) FROM pg_inherits h
      JOIN pg_class o ON o.oid = h.inhparent JOIN pg_namespace n ON n.oid = o.relnamespace WHERE h.inhrelid = c.oid AND c.relispartition)
  )) AS relation
  FROM pg_class c WHERE c.oid = $1::oid`;
