import { STUB_SCHEMA } from '../dump/loaded-dump.js';
import { DOOMED, IN_SCHEMAS, isHidden } from './hidden-things.js';

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

/**
 * What is hidden and still needed goes to the schema of stubs, under a number. Types become domains over text, as those that a
 * dump does not define. PostgreSQL has no statement for this, so it is written to the catalog.
 */
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
  ${[['pg_type', 'typname', 'typnamespace'] as const, ...IN_SCHEMAS]
    .map(
      ([catalog, name, schema]) => `
  UPDATE ${catalog} o SET ${name} = 'hidden_' || n.number, ${schema} = ${STUB} FROM ${NUMBERED(catalog)} n WHERE o.oid = n.oid;
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
      FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace WHERE c.oid = ANY ('{${hiding.join()}}'::oid[])) n
    WHERE t.oid = n.reltype;
  UPDATE pg_type a SET typname = '_' || t.typname, typnamespace = ${STUB} FROM pg_type t JOIN pg_class c ON c.reltype = t.oid
    WHERE a.oid = t.typarray AND c.oid = ANY ('{${hiding.join()}}'::oid[]);
  UPDATE pg_class s SET relname = 'identity_' || n.number, relnamespace = ${STUB}
    FROM (SELECT d.objid, row_number() OVER (ORDER BY i.identity, d.refobjsubid) AS number
      FROM pg_depend d JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S', pg_identify_object('pg_class'::regclass, d.refobjid, 0) i
      WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'i'
        AND d.objid = ANY ('{${hidden.join()}}'::oid[])) n
    WHERE s.oid = n.objid;`;
