import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import { DOOMED, IN_SCHEMAS, isHidden, oids } from './hidden-things.js';

const CLASSES = ['pg_type', ...IN_SCHEMAS.map(([catalog]) => catalog)]
  .map((catalog) => `'${catalog}'::regclass`)
  .join();

/** Types of the arguments and of the result. What the body and the defaults of a function need is replaced by a stub. */
const IN_SIGNATURE = `EXISTS (SELECT FROM pg_proc p WHERE p.oid = d.objid AND (p.prokind = 'a' OR d.refclassid = 'pg_type'::regclass
  AND d.refobjid = ANY (p.prorettype || p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}'))))`;

/** One step: marks what something that stays refers to. Repeat it until it marks nothing. A type becomes a stub, which needs nothing. */
export const MARK_NEEDED = `
  WITH needed AS (
    SELECT DISTINCT d.refclassid AS classid, d.refobjid AS objid FROM pg_depend d
    WHERE d.deptype IN ('n', 'a') AND d.refclassid IN (${CLASSES}) AND ${isHidden('d')}
      AND (d.classid IN (${CLASSES}) OR d.classid = 'pg_class'::regclass AND d.objsubid > 0)
      AND (d.classid <> 'pg_proc'::regclass OR ${IN_SIGNATURE})
      AND NOT EXISTS (SELECT FROM ${DOOMED}.hidden own WHERE own.classid = d.classid AND own.objid = d.objid
        AND own.subid IN (0, d.objsubid) AND (own.fate <> 'keep' OR d.classid = 'pg_type'::regclass)))
  UPDATE ${DOOMED}.hidden h SET fate = 'keep' FROM needed n
  WHERE h.classid = n.classid AND h.fate <> 'keep' AND (h.objid = n.objid AND NOT EXISTS (SELECT FROM pg_type t WHERE t.typarray = h.objid)
    -- An array brings what it is made of.
    OR n.classid = 'pg_type'::regclass AND EXISTS (SELECT FROM pg_type t WHERE t.oid = h.objid AND t.typarray = n.objid))
  RETURNING h.objid`;

const STUB = `'${STUB_SCHEMA}'::regnamespace`;
const kept = (catalog: string) =>
  `SELECT objid FROM ${DOOMED}.hidden WHERE classid = '${catalog}'::regclass AND fate = 'keep'`;

const PART_OF_KEPT = `d.deptype = 'i' AND d.refclassid = 'pg_type'::regclass AND d.refobjid IN (${kept('pg_type')})
    AND NOT (d.classid = 'pg_type'::regclass AND EXISTS (SELECT FROM pg_type t WHERE t.typarray = d.objid))`;

/** Numbers in the order of what needs them, which may be seen: they tell nothing of what is hidden. */
const NUMBERED = (catalog: string) => `
  (SELECT k.objid AS oid, row_number() OVER (ORDER BY min(i.identity) NULLS LAST, k.objid) AS number
   FROM (${kept(catalog)}) k LEFT JOIN pg_depend d ON d.refclassid = '${catalog}'::regclass AND d.refobjid = k.objid
     AND NOT EXISTS (SELECT FROM ${DOOMED}.hidden h WHERE h.classid = d.classid AND h.objid = d.objid)
   LEFT JOIN LATERAL pg_identify_object(d.classid, d.objid, d.objsubid) i ON true GROUP BY k.objid)`;

/** Hidden things that are still needed move to the schema of stubs under a number; types become domains. No statement does this, so the catalog is written. */
export const MOVE_NEEDED = `
  -- What uses them without being needed itself goes: indexes, constraints, triggers, rules.
  INSERT INTO ${DOOMED}.hidden SELECT DISTINCT d.classid, d.objid, 0, 'drop' FROM pg_depend d
    JOIN ${DOOMED}.hidden h ON h.classid = d.refclassid AND h.objid = d.refobjid AND h.fate = 'keep'
    WHERE d.classid IN ('pg_constraint'::regclass, 'pg_trigger'::regclass, 'pg_policy'::regclass, 'pg_statistic_ext'::regclass, 'pg_cast'::regclass)
      OR d.classid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_class c WHERE c.oid = d.objid AND c.relkind IN ('i', 'I'))
      OR d.classid = 'pg_rewrite'::regclass AND EXISTS (SELECT FROM pg_rewrite r WHERE r.oid = d.objid AND r.ev_type <> '1');
  -- So do their parts, except arrays: the relation of a composite type, the functions of a range.
  UPDATE ${DOOMED}.hidden h SET fate = 'drop' FROM pg_depend d WHERE h.fate = 'part' AND d.classid = h.classid AND d.objid = h.objid
    AND ${PART_OF_KEPT};
  DELETE FROM pg_depend d WHERE ${PART_OF_KEPT};
  DELETE FROM pg_range WHERE rngtypid IN (${kept('pg_type')});
  UPDATE pg_class SET reltype = 0 WHERE reltype IN (${kept('pg_type')});
  INSERT INTO ${DOOMED}.hidden SELECT 'pg_constraint'::regclass, oid, 0, 'drop' FROM pg_constraint WHERE contypid IN (${kept('pg_type')});
  DELETE FROM pg_enum WHERE enumtypid IN (${kept('pg_type')});
  UPDATE pg_attribute SET attlen = -1, attbyval = false, attalign = 'i', attstorage = 'x', attcollation = 'pg_catalog."default"'::regcollation
    WHERE atttypid IN (${kept('pg_type')});
  DELETE FROM pg_depend WHERE classid = 'pg_type'::regclass
    AND objid IN (${kept('pg_type')});
  UPDATE pg_type SET (typtype, typrelid, typbasetype, typtypmod, typndims, typcollation, typlen, typbyval, typcategory, typispreferred,
      typinput, typoutput, typreceive, typsend, typmodin, typmodout, typanalyze, typsubscript, typalign, typstorage, typnotnull, typdefault, typdefaultbin) =
    (SELECT 'd'::"char", 0, t.oid, -1, 0, t.typcollation, t.typlen, t.typbyval, t.typcategory, false,
      'domain_in'::regproc, t.typoutput, 'domain_recv'::regproc, t.typsend, 0, 0, 0, 0, t.typalign, t.typstorage, false, t.typdefault, t.typdefaultbin
     FROM pg_type t WHERE t.oid = 'text'::regtype)
    WHERE oid IN (${kept('pg_type')});
  ${[['pg_type', 'typ'] as const, ...IN_SCHEMAS]
    .map(
      ([catalog, prefix]) => `
  UPDATE ${catalog} o SET ${prefix}name = 'hidden_' || n.number, ${prefix}namespace = ${STUB} FROM ${NUMBERED(catalog)} n WHERE o.oid = n.oid;
  DELETE FROM pg_depend WHERE classid = '${catalog}'::regclass AND refclassid IN ('pg_namespace'::regclass, 'pg_extension'::regclass) AND objid IN (${kept(catalog)});
  INSERT INTO pg_depend SELECT '${catalog}'::regclass, objid, 0, 'pg_namespace'::regclass, ${STUB}, 0, 'n' FROM (${kept(catalog)}) k;
  DELETE FROM pg_description WHERE classoid = '${catalog}'::regclass AND objoid IN (${kept(catalog)});`,
    )
    .join('')}
  UPDATE pg_type a SET typname = '_' || t.typname, typnamespace = ${STUB}, typcollation = t.typcollation FROM pg_type t
    WHERE a.oid = t.typarray AND t.oid IN (${kept('pg_type')});
  UPDATE pg_attribute a SET attcollation = t.typcollation FROM pg_type t WHERE t.typarray = a.atttypid AND t.oid IN (${kept('pg_type')});`;

/** Names of parts that cannot go: the row of a relation with hidden columns, the sequence of an identity column. */
export const MOVE_PARTS = (hiding: readonly number[], hidden: readonly number[]) => `
  UPDATE pg_type t SET typname = 'row_' || n.number, typnamespace = ${STUB}
    FROM (SELECT c.reltype, row_number() OVER (ORDER BY s.nspname, c.relname) AS number
      FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE c.oid = ANY (${oids(hiding)})) n
    WHERE t.oid = n.reltype;
  UPDATE pg_type a SET typname = '_' || t.typname, typnamespace = ${STUB} FROM pg_type t JOIN pg_class c ON c.reltype = t.oid
    WHERE a.oid = t.typarray AND c.oid = ANY (${oids(hiding)});
  UPDATE pg_class s SET relname = 'identity_' || n.number, relnamespace = ${STUB}
    FROM (SELECT d.objid, row_number() OVER (ORDER BY i.identity, d.refobjsubid) AS number
      FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S', pg_identify_object('pg_class'::regclass, d.refobjid, 0) i
      WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'i'
        AND d.objid = ANY (${oids(hidden)})) n
    WHERE s.oid = n.objid;`;

const touches = (classId: string, oid: string, more = '') =>
  `EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${classId}'::regclass AND d.objid = ${oid} AND d.deptype <> 'e' ${more} AND ${isHidden('d')})`;

const hides = (relation: string) =>
  `EXISTS (SELECT FROM ${DOOMED}.hidden h WHERE h.classid = 'pg_class'::regclass AND h.objid = ${relation} AND h.subid = 0)`;

/** Partitioned tables whose key is hidden: a column of it, a function, an operator class. */
const HIDDEN_KEYS = `
  SELECT p.partrelid FROM pg_partitioned_table p WHERE NOT ${hides('p.partrelid')} AND (
    ${touches('pg_class', 'p.partrelid', `AND d.objsubid = 0 AND d.refclassid NOT IN ('pg_class'::regclass, 'pg_type'::regclass)`)}
    OR EXISTS (SELECT FROM pg_depend k JOIN ${DOOMED}.hidden h ON h.classid = k.classid AND h.objid = k.objid AND h.subid = k.objsubid
      WHERE k.classid = 'pg_class'::regclass AND k.objid = p.partrelid AND k.refobjid = p.partrelid AND k.deptype = 'i'))`;

const typed = `format_type(a.atttypid, a.atttypmod)`;

/** Frees what may be seen from what is hidden. Each row is a query that returns statements; they run before the next row. */
export const CUT_TIES: readonly string[] = [
  // A child of a hidden parent, and all children where the key is hidden.
  `SELECT CASE WHEN c.relispartition THEN format('ALTER TABLE %s DETACH PARTITION %s', i.inhparent::regclass, i.inhrelid::regclass)
     ELSE format('ALTER TABLE %s NO INHERIT %s', i.inhrelid::regclass, i.inhparent::regclass) END AS sql
   FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE c.relkind IN ('r', 'p', 'f') AND (${hides('i.inhparent')} AND NOT ${hides('i.inhrelid')} OR i.inhparent IN (${HIDDEN_KEYS}))
   ORDER BY i.inhrelid`,
  // An index or a constraint of a partition whose parent does not hide what it is about.
  `SELECT format($$
     DELETE FROM pg_inherits WHERE inhrelid = %2$s;
     UPDATE pg_class SET relispartition = false WHERE oid = %2$s AND relkind IN ('i', 'I');
     UPDATE pg_constraint SET conparentid = 0 WHERE oid = %2$s;
     DELETE FROM pg_depend WHERE classid = %1$s AND objid = %2$s AND deptype IN ('P', 'S')$$, p.classid, p.objid) AS sql
   FROM (SELECT DISTINCT p.classid, p.objid FROM pg_depend p WHERE p.deptype = 'P' AND p.classid IN ('pg_class'::regclass, 'pg_constraint'::regclass)) p
   WHERE EXISTS (SELECT FROM pg_depend d WHERE d.classid = p.classid AND d.objid = p.objid AND d.deptype NOT IN ('P', 'S') AND ${isHidden('d')})
     OR EXISTS (SELECT FROM pg_depend i JOIN pg_depend d ON d.classid = i.refclassid AND d.objid = i.refobjid
       WHERE i.classid = p.classid AND i.objid = p.objid AND i.deptype = 'i' AND i.refclassid = 'pg_constraint'::regclass AND ${isHidden('d')})`,
  // A table with a hidden key becomes a plain one. TRUNCATE gives it files.
  `SELECT format($$
     UPDATE pg_class SET relkind = 'r', relam = 2, relfilenode = oid WHERE oid = %1$s;
     UPDATE pg_class SET relkind = 'i', relfilenode = oid WHERE oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = %1$s);
     DELETE FROM pg_partitioned_table WHERE partrelid = %1$s;
     DELETE FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = %1$s AND objsubid > 0 AND refclassid = 'pg_class'::regclass
       AND refobjid = %1$s AND refobjsubid = 0 AND deptype = 'i';
     DELETE FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = %1$s AND objsubid = 0
       AND refclassid NOT IN ('pg_class'::regclass, 'pg_type'::regclass, 'pg_namespace'::regclass);
     TRUNCATE %2$s CASCADE$$, k.partrelid, k.partrelid::regclass) AS sql
   FROM (${HIDDEN_KEYS}) k`,
  `SELECT format('ALTER TABLE %s NOT OF', c.oid::regclass) AS sql FROM pg_class c
   WHERE c.reloftype <> 0 AND NOT ${hides('c.oid')} AND ${touches('pg_class', 'c.oid', `AND d.objsubid = 0 AND d.refclassid = 'pg_type'::regclass`)}`,
  // That there is a default, or that a column is generated, stays. SET EXPRESSION would rewrite the table, which a use of its row forbids.
  `SELECT format($$
     DELETE FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND objid = %1$s;
     DELETE FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = %2$s AND objsubid = %3$s AND deptype <> 'i'
       AND refclassid NOT IN ('pg_type'::regclass, 'pg_collation'::regclass);
     UPDATE pg_attribute SET attgenerated = '' WHERE attrelid = %2$s AND attnum = %3$s;
     ALTER TABLE ONLY %4$s ALTER %5$I SET DEFAULT CASE WHEN true THEN NULL::%6$s END;
     UPDATE pg_attribute SET attgenerated = %7$L WHERE attrelid = %2$s AND attnum = %3$s$$,
     f.oid, a.attrelid, a.attnum, a.attrelid::regclass, a.attname, ${typed}, a.attgenerated) AS sql
   FROM pg_attrdef f JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
   WHERE NOT ${hides('a.attrelid')} AND NOT EXISTS (SELECT FROM ${DOOMED}.hidden h WHERE h.objid = a.attrelid AND h.subid = a.attnum)
     AND (${touches('pg_attrdef', 'f.oid')} OR a.attgenerated <> '' AND ${touches('pg_class', 'a.attrelid', 'AND d.objsubid = a.attnum')})
   ORDER BY f.oid`,
  // A function keeps its signature.
  `SELECT format('CREATE OR REPLACE %s %s(%s) %s LANGUAGE plpgsql %s %s AS %L', CASE p.prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END,
     p.oid::regproc, (SELECT string_agg(concat_ws(' ', CASE coalesce(p.proargmodes[n], 'i') WHEN 'o' THEN 'OUT' WHEN 'b' THEN 'INOUT' WHEN 'v' THEN 'VARIADIC' ELSE 'IN' END,
         quote_ident(nullif(p.proargnames[n], '')), format_type(t, NULL),
         CASE WHEN pg_get_function_arg_default(p.oid, n::int4) IS NOT NULL THEN 'DEFAULT NULL' END), ', ' ORDER BY n)
       FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY u (t, n) WHERE coalesce(p.proargmodes[n], 'i') <> 't'),
     'RETURNS ' || pg_get_function_result(p.oid), CASE WHEN p.prokind = 'p' THEN '' ELSE CASE p.provolatile WHEN 'i' THEN 'IMMUTABLE' WHEN 's' THEN 'STABLE' ELSE 'VOLATILE' END END,
     CASE WHEN p.proisstrict THEN 'STRICT' ELSE '' END, '') AS sql
   FROM pg_proc p WHERE p.prokind IN ('f', 'p') AND NOT EXISTS (SELECT FROM ${DOOMED}.hidden h WHERE h.classid = 'pg_proc'::regclass AND h.objid = p.oid)
     AND ${touches('pg_proc', 'p.oid', `AND NOT (d.refclassid = 'pg_type'::regclass AND p.prosqlbody IS NULL AND p.pronargdefaults = 0)`)}`,
];

const VIEW_RULE = (view: string) =>
  `EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = ${view} AND r.ev_type = '1' AND ${touches('pg_rewrite', 'r.oid')})`;

/** A materialized view cannot be replaced, so it is a view meanwhile. */
const replaceView = (query: string, options: string) => `format($$
    UPDATE pg_class SET relkind = 'v' WHERE oid = %1$s;
    CREATE OR REPLACE VIEW %2$s %5$s AS %3$s;
    UPDATE pg_class SET relkind = %4$L WHERE oid = %1$s$$, v.oid, v.oid::regclass, ${query}, v.relkind, ${options}) AS sql`;

/** A stub has the names and the types of all columns, until those that are hidden are dropped: they get others. */
export const UNNAME_COLUMNS = `
  UPDATE pg_attribute a SET attname = '........hidden.' || a.attnum, atttypid = 'text'::regtype, atttypmod = -1, attndims = 0,
      attlen = -1, attbyval = false, attalign = 'i', attstorage = 'x', attcollation = 'pg_catalog."default"'::regcollation
    FROM ${DOOMED}.hidden h JOIN pg_class c ON c.oid = h.objid
    WHERE h.classid = 'pg_class'::regclass AND c.relkind IN ('v', 'm') AND a.attrelid = h.objid AND a.attnum = h.subid;`;

/** Makes stubs of views that read hidden things, and of views that may have hidden columns, whether they have any or not. */
export const STUB_VIEWS = (hiding: readonly number[]) => `
  SELECT v.oid::int8 AS oid, ${replaceView(
    `(SELECT 'SELECT ' || coalesce(string_agg(format('NULL::%s%s AS %I', ${typed},
        CASE WHEN a.attcollation NOT IN (0, t.typcollation) THEN ' COLLATE ' || a.attcollation::regcollation END, a.attname), ', ' ORDER BY a.attnum), '')
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = v.oid AND a.attnum > 0)`,
    `''`,
  )}
  FROM pg_class v WHERE v.relkind IN ('v', 'm') AND NOT ${hides('v.oid')} AND (${VIEW_RULE('v.oid')} OR v.oid = ANY (${oids(hiding)}))
  ORDER BY v.oid`;

/** A stored view has the names of all columns of what it reads: those that are gone go with reading it again. */
export const READ_VIEWS_AGAIN = (hiding: readonly number[]) => `
  SELECT ${replaceView(`rtrim(pg_get_viewdef(v.oid), ';')`, `CASE WHEN v.relkind = 'v' THEN 'WITH (' || array_to_string(v.reloptions, ', ') || ')' END`)}
  FROM pg_class v WHERE v.relkind IN ('v', 'm') AND EXISTS (SELECT FROM pg_rewrite r
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
    WHERE r.ev_class = v.oid AND d.refobjid <> v.oid AND d.refobjid = ANY (${oids(hiding)}))
  ORDER BY v.oid`;

/** Ties everything hidden to one schema, and drops that. */
export const DROP_HIDDEN = `
  INSERT INTO pg_depend SELECT classid, objid, subid, 'pg_namespace'::regclass, '${DOOMED}'::regnamespace, 0, 'n'
    FROM ${DOOMED}.hidden WHERE fate = 'drop';
  DROP SCHEMA ${DOOMED} CASCADE;`;

/** Texts that may name anything, and what children remember of columns that their parents no longer have. */
export const CLEAN_UP = `
  UPDATE pg_trigger SET tgnargs = 0, tgargs = '' WHERE NOT tgisinternal;
  UPDATE pg_proc p SET prosrc = '' FROM pg_language l WHERE l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c')
    AND p.oid >= 16384 AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e');
  UPDATE pg_attribute a SET attinhcount = n.parents, attislocal = a.attislocal OR n.parents = 0
    FROM (SELECT a.attrelid, a.attnum, (SELECT count(*) FROM pg_inherits i JOIN pg_attribute up ON up.attrelid = i.inhparent
        AND up.attname = a.attname AND NOT up.attisdropped WHERE i.inhrelid = a.attrelid) AS parents FROM pg_attribute a) n
    WHERE n.attrelid = a.attrelid AND n.attnum = a.attnum AND a.attinhcount > n.parents AND a.attnum > 0;`;
