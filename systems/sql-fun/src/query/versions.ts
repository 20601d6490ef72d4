import type { AnalyzeOptions } from './context.js';
import { namesIn, rawNodes, type Members, type RawNode } from './syntax.js';
import type { Warning } from './warnings.js';

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

type Test = (members: Members, sql: Buffer) => boolean;

const isCall =
  (name: string, arguments_: number): Test =>
  ({ funcname, args }) =>
    namesIn(funcname).at(-1) === name && (args as unknown[] | undefined)?.length === arguments_;

/** Syntax by the kind of node that it makes. */
const SYNTAX: readonly (readonly [kind: string, since: number, name: string, test?: Test])[] = [
  ['JsonArrayConstructor', 16, 'JSON_ARRAY'],
  ['JsonArrayQueryConstructor', 16, 'JSON_ARRAY'],
  ['JsonObjectConstructor', 16, 'JSON_OBJECT'],
  ['JsonArrayAgg', 16, 'JSON_ARRAYAGG'],
  ['JsonObjectAgg', 16, 'JSON_OBJECTAGG'],
  ['JsonIsPredicate', 16, 'IS JSON'],
  ['RangeSubselect', 16, 'a subquery in FROM without an alias', (members) => !members['alias']],
  ['A_Const', 16, 'a number such as 0xFF or 1_000', isNewNumber],
  ['JsonTable', 17, 'JSON_TABLE'],
  ['JsonFuncExpr', 17, 'JSON_QUERY, JSON_VALUE and JSON_EXISTS'],
  ['JsonParseExpr', 17, 'JSON'],
  ['JsonScalarExpr', 17, 'JSON_SCALAR'],
  ['JsonSerializeExpr', 17, 'JSON_SERIALIZE'],
  ['MergeStmt', 17, 'MERGE … RETURNING', (members) => !!members['returningClause']],
  [
    'MergeWhenClause',
    17,
    'WHEN NOT MATCHED BY SOURCE',
    ({ matchKind }) => String(matchKind).endsWith('BY_SOURCE'),
  ],
  ['FuncCall', 17, 'AT LOCAL', isCall('timezone', 1)],
  ['FuncCall', 17, 'random(min, max)', isCall('random', 2)],
  ['returningClause', 18, 'OLD and NEW in RETURNING', usesOldOrNew],
  ['Constraint', 18, 'a virtual generated column', ({ generated_kind: kind }) => kind === 'v'],
];

function usesOldOrNew(members: Members): boolean {
  if (members['options'] !== undefined) return true;
  return [...rawNodes({ kind: 'returningClause', members })].some(
    ([kind, { fields }]) => kind === 'ColumnRef' && /^(?:old|new)$/.test(namesIn(fields)[0] ?? ''),
  );
}

/** The tree has the value; how it was written is in the text. */
function isNewNumber({ ival, fval, location }: Members, sql: Buffer): boolean {
  if (ival === undefined && fval === undefined) return false;
  const text = sql.toString('latin1', Number(location ?? 0), Number(location ?? 0) + 40);
  return /^-?(?:0[xob][0-9a-f]|[0-9]+_[0-9])/i.test(text);
}

/** Syntax and functions of a statement that a server of this version does not have yet. */
export async function versionWarnings(
  nodes: readonly RawNode[],
  sql: string,
  { version, postgres }: AnalyzeOptions,
): Promise<readonly Warning[]> {
  if (version === undefined) return [];
  const bytes = Buffer.from(sql);
  const warnings: Warning[] = [];
  const add = (target: string, name: string, since: number, { location }: Members): void => {
    const message = `PostgreSQL ${version} does not have ${name}; it is new in ${since}.`;
    warnings.push({ code: 'too_new', target, name, byte: Number(location ?? 0), message });
  };
  for (const [kind, members] of nodes) {
    const name = kind === 'FuncCall' ? namesIn(members['funcname']).at(-1)! : '';
    const [first = 0] = Object.entries(FUNCTIONS).find(([, names]) => names.includes(name)) ?? [];
    if (Number(first) > version) add('function', `${name}()`, Number(first), members);
    for (const [of, since, what, test] of SYNTAX) {
      if (of === kind && since > version && (test === undefined || test(members, bytes))) {
        add('statement', what, since, members);
      }
    }
  }
  const names = warnings.filter(({ target }) => target === 'function').map(({ name }) => name);
  if (names.length === 0) return warnings;
  // Functions that the schema defines itself are not those of a newer version.
  const own = await postgres.rows<{ name: string }>(
    "SELECT proname || '()' AS name FROM pg_proc WHERE proname || '()' = ANY ($1::text[]) AND pronamespace <> 'pg_catalog'::regnamespace",
    [names],
  );
  return warnings.filter(({ name }) => !own.some((one) => one.name === name));
}
