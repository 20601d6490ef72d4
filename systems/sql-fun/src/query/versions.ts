import type { Warning } from './warnings.js';
import { rawNodes } from './warnings.js';
import type { Members, RawStatement } from './syntax.js';

/** Functions by the version that has them first. */
const FUNCTIONS: Readonly<Record<number, readonly string[]>> = {
  16: [
    ...['any_value', 'array_sample', 'array_shuffle', 'date_add', 'date_subtract', 'erf', 'erfc'],
    ...['pg_input_error_info', 'pg_input_is_valid', 'random_normal', 'system_user'],
  ],
  17: [
    ...['to_bin', 'to_oct', 'unicode_assigned', 'uuid_extract_timestamp', 'uuid_extract_version'],
    ...['xmltext', 'to_regtypemod', 'pg_basetype'],
  ],
  18: [
    ...['array_reverse', 'array_sort', 'casefold', 'crc32', 'crc32c', 'gamma', 'lgamma'],
    ...['uuidv4', 'uuidv7'],
  ],
};

const SINCE: ReadonlyMap<string, number> = new Map(
  Object.entries(FUNCTIONS).flatMap(([version, names]) =>
    names.map((name) => [name, Number(version)] as const),
  ),
);

type Test = (members: Members, sql: Buffer) => boolean;

/** Syntax by the kind of node that it makes. */
const SYNTAX: readonly (readonly [kind: string, since: number, name: string, test?: Test])[] = [
  ['JsonArrayConstructor', 16, 'JSON_ARRAY'],
  ['JsonArrayQueryConstructor', 16, 'JSON_ARRAY'],
  ['JsonObjectConstructor', 16, 'JSON_OBJECT'],
  ['JsonArrayAgg', 16, 'JSON_ARRAYAGG'],
  ['JsonObjectAgg', 16, 'JSON_OBJECTAGG'],
  ['JsonIsPredicate', 16, 'IS JSON'],
  ['RangeSubselect', 16, 'a subquery in FROM without an alias', ({ alias }) => alias === undefined],
  ['A_Const', 16, 'a number such as 0xFF or 1_000', isNewNumber],
  ['JsonTable', 17, 'JSON_TABLE'],
  ['JsonFuncExpr', 17, 'JSON_QUERY, JSON_VALUE and JSON_EXISTS'],
  ['JsonParseExpr', 17, 'JSON'],
  ['JsonScalarExpr', 17, 'JSON_SCALAR'],
  ['JsonSerializeExpr', 17, 'JSON_SERIALIZE'],
  ['MergeStmt', 17, 'MERGE … RETURNING', ({ returningClause }) => returningClause !== undefined],
  [
    'MergeWhenClause',
    17,
    'WHEN NOT MATCHED BY SOURCE',
    ({ matchKind }) => matchKind === 'MERGE_WHEN_NOT_MATCHED_BY_SOURCE',
  ],
  [
    'FuncCall',
    17,
    'AT LOCAL',
    ({ funcname, args }) => lastName(funcname) === 'timezone' && count(args) === 1,
  ],
  [
    'FuncCall',
    17,
    'random(min, max)',
    ({ funcname, args }) => lastName(funcname) === 'random' && count(args) === 2,
  ],
  ['returningClause', 18, 'OLD and NEW in RETURNING', usesOldOrNew],
  [
    'Constraint',
    18,
    'a virtual generated column',
    ({ contype, generated_kind }) => contype === 'CONSTR_GENERATED' && generated_kind === 'v',
  ],
];

const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function lastName(list: unknown): string | undefined {
  const names = list as readonly { String?: { sval?: string } }[] | undefined;
  return names?.at(-1)?.String?.sval;
}

function usesOldOrNew(members: Members): boolean {
  if (members['options'] !== undefined) return true;
  return [...rawNodes({ kind: 'returningClause', members })].some(([kind, { fields }]) => {
    const names = fields as readonly { String?: { sval?: string } }[] | undefined;
    return kind === 'ColumnRef' && /^(?:old|new)$/.test(names?.[0]?.String?.sval ?? '');
  });
}

/** The tree has the value; how it was written is in the text. */
function isNewNumber({ ival, fval, location }: Members, sql: Buffer): boolean {
  if (ival === undefined && fval === undefined) return false;
  const text = sql.toString('latin1', Number(location ?? 0), Number(location ?? 0) + 40);
  return /^-?(?:0[xob][0-9a-f]|[0-9]+_[0-9])/i.test(text);
}

/** Syntax and functions of a statement that a server of this version does not have yet. */
export function versionWarnings(
  statement: RawStatement,
  sql: string,
  version: number,
): readonly Warning[] {
  const warnings: Warning[] = [];
  const bytes = Buffer.from(sql);
  const add = (what: string, since: number, { location }: Members, target: string): void => {
    warnings.push({
      ...{ code: 'too_new', target, name: what, byte: Number(location ?? 0) },
      message: `PostgreSQL ${version} does not have ${what}; it is new in ${since}.`,
    });
  };
  for (const [kind, members] of rawNodes(statement)) {
    const name = kind === 'FuncCall' ? lastName(members['funcname']) : undefined;
    const since = name === undefined ? undefined : SINCE.get(name);
    if (since !== undefined && since > version) add(`${name}()`, since, members, 'function');
    for (const [of, first, what, test] of SYNTAX) {
      if (of === kind && first > version && (test === undefined || test(members, bytes))) {
        add(what, first, members, 'statement');
      }
    }
  }
  return warnings;
}
