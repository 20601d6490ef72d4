import { DOOMED, isHidden } from './hidden-things.js';

/** Whether an object refers to anything hidden. */
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

/**
 * Statements that free what may be seen from what may not, so that it is not dropped with it. Each row is a query that writes
 * statements; they are executed before the next row is read.
 */
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

/**
 * Views that read hidden things, with statements that make stubs of them in their place. So are views that may have hidden
 * columns, whether they have any or not.
 */
export const STUB_VIEWS = (hiding: readonly number[]) => `
  SELECT v.oid::int8 AS oid, ${replaceView(
    `(SELECT 'SELECT ' || coalesce(string_agg(format('NULL::%s%s AS %I', ${typed},
        CASE WHEN a.attcollation NOT IN (0, t.typcollation) THEN ' COLLATE ' || a.attcollation::regcollation END, a.attname), ', ' ORDER BY a.attnum), '')
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid WHERE a.attrelid = v.oid AND a.attnum > 0)`,
    `''`,
  )}
  FROM pg_class v WHERE v.relkind IN ('v', 'm') AND NOT ${hides('v.oid')} AND (${VIEW_RULE('v.oid')} OR v.oid = ANY ('{${hiding.join()}}'::oid[]))
  ORDER BY v.oid`;

/** A stored view has the names of all columns of what it reads: those that are gone go with reading it again. */
export const READ_VIEWS_AGAIN = (hiding: readonly number[]) => `
  SELECT ${replaceView(`rtrim(pg_get_viewdef(v.oid), ';')`, `CASE WHEN v.relkind = 'v' THEN 'WITH (' || array_to_string(v.reloptions, ', ') || ')' END`)}
  FROM pg_class v WHERE v.relkind IN ('v', 'm') AND EXISTS (SELECT FROM pg_rewrite r
    JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
    WHERE r.ev_class = v.oid AND d.refobjid <> v.oid AND d.refobjid = ANY ('{${hiding.join()}}'::oid[]))
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
