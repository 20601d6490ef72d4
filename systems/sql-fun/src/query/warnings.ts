import type { DatabaseCatalog } from '../catalog/catalog.js';
import { SUBLINKS, type TreeNode } from './analysed-tree.js';
import { findRelation, type QueryProblem, type AnalyzeOptions } from './analysis.js';
import { nullableColumns } from './nullability.js';
import { aliasOf, namesIn, rawNodes, type Members, type RawNode } from './syntax.js';

/** A warning with its place in bytes of the statement, as the parser counts. */
export interface Warning extends Pick<QueryProblem, 'code' | 'target' | 'name' | 'message'> {
  readonly byte: number;
}

/** What only the syntax tells: statements without WHERE, and `*` over hidden columns. */
export function syntaxWarnings(nodes: readonly RawNode[], context: AnalyzeOptions): Warning[] {
  const warnings: Warning[] = [];
  for (const [kind, members] of nodes) {
    const verb = /^(Update|Delete)Stmt$/.exec(kind)?.[1]?.toUpperCase();
    if (verb !== undefined && members['whereClause'] === undefined) {
      const { relname, location } = members['relation'] as { relname: string; location?: number };
      const message = `${verb} without WHERE changes every row of ${relname}.`;
      const about = { code: 'no_where', target: 'statement', name: verb } as const;
      warnings.push({ ...about, byte: location ?? 0, message });
    }
    if (kind !== 'UpdateStmt') warnings.push(...starWarnings(members, context));
  }
  return warnings;
}

function* starWarnings(members: Members, context: AnalyzeOptions): Generator<Warning> {
  const { targetList, fromClause } = members;
  const { hiddenColumns } = context;
  if (hiddenColumns === undefined || !Array.isArray(targetList)) return;
  for (const target of targetList as { ResTarget?: { val?: { ColumnRef?: Members } } }[]) {
    const star = target.ResTarget?.val?.ColumnRef ?? {};
    const names = namesIn(star['fields']);
    if (names.at(-1) !== '*') continue;
    for (const range of rangesIn(fromClause)) {
      const qualifier = names.at(-2);
      if (qualifier !== undefined && qualifier !== nameOf(range)) continue;
      const relation = findRelation(range, context);
      if (relation === undefined || !hiddenColumns(relation)) continue;
      const { name } = relation;
      const message = `${name} has columns that are hidden here: * may give more of them elsewhere.`;
      const byte = Number(star['location'] ?? 0);
      yield { code: 'hidden_columns', target: 'table', name, byte, message };
    }
  }
}

const nameOf = (range: Members): unknown => aliasOf(range) ?? range['relname'];

/** The relations of FROM, also those of joins; not those of subqueries. */
function* rangesIn(from: unknown): Generator<Members> {
  for (const item of Array.isArray(from) ? (from as Members[]) : []) {
    const join = item['JoinExpr'] as Members | undefined;
    if (item['RangeVar'] !== undefined) yield item['RangeVar'] as Members;
    else if (join !== undefined) yield* rangesIn([join['larg'], join['rarg']]);
  }
}

/** What needs the analysed tree: NOT IN with NULLs, and tables that nothing joins. */
export async function treeWarnings(
  nodes: readonly TreeNode[],
  syntax: () => readonly RawNode[],
  catalog: DatabaseCatalog,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const node of nodes.filter(({ kind }) => kind === 'BOOLEXPR')) {
    const [link] = node.is('boolop', 'not') ? node.nodes('args') : [];
    const query = link?.node('subselect');
    if (query === undefined || link!.number('subLinkType') !== SUBLINKS.any) continue;
    if (nullableColumns(query, catalog)[0] !== true) continue;
    const message =
      'NOT IN is never true if the subquery gives a NULL, and it can; use NOT EXISTS.';
    const about = { code: 'not_in_nullable', target: 'expression', name: 'NOT IN' } as const;
    warnings.push({ ...about, byte: link!.number('location'), message });
  }
  for (const query of nodes.filter(({ kind }) => kind === 'QUERY')) {
    const [one, other] = await unjoined(query, catalog);
    if (one === undefined || other === undefined) continue;
    // The analysed tree does not say where a relation is written: where this name or alias is first.
    const places = syntax()
      .filter(([kind, range]) => kind === 'RangeVar' && nameOf(range) === other)
      .map(([, { location }]) => Number(location ?? 0));
    const byte = places.length === 0 ? 0 : Math.min(...places);
    const message = `${one} and ${other} are joined without a condition, and a foreign key relates them.`;
    warnings.push({ code: 'cross_join', target: 'table', name: other, byte, message });
  }
  return warnings;
}

/** The names of two tables of FROM that no condition connects, though a foreign key does. */
async function unjoined(query: TreeNode, catalog: DatabaseCatalog): Promise<readonly string[]> {
  const entries = query.nodes('rtable');
  const items = fromNodes(query.node('jointree'));
  const relations = relationsIn(items);
  const tables = relations.filter((n) => entries[n - 1]?.is('rtekind', '0')); // not a subquery, …
  if (tables.length < 2) return [];
  const keys = await catalog.foreignKeys();
  const idOf = (table: number) => entries[table - 1]!.number('relid');
  const isRelated = (one: number, other: number) =>
    keys.has(`${idOf(one)} ${idOf(other)}`) || keys.has(`${idOf(other)} ${idOf(one)}`);
  const related = tables
    .flatMap((one, n) => tables.slice(n + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => idOf(one) !== idOf(other) && isRelated(one, other));
  if (related.length === 0) return [];
  let groups = [...entries.keys(), entries.length];
  const connect = ([first, ...others]: readonly number[]): void => {
    const [into, from] = [groups[first!]!, others.map((other) => groups[other]!)];
    groups = groups.map((group) => (from.includes(group) ? into : group));
  };
  const apart = () => related.find(([one, other]) => groups[one] !== groups[other]);
  for (const item of items) {
    // Each condition connects the relations that it speaks of; CROSS JOIN connects what it is written between.
    for (const one of item.conditions) connect(relationsOf(one, entries));
    const isCross = item.kind === 'JOINEXPR' && item.conditions.length === 0;
    if (isCross) connect(relationsIn(fromNodes(item)));
  }
  if (apart() === undefined) return [];
  // LATERAL: what refers to others is joined to them.
  for (const n of relations) connect([n, ...relationsOf(entries[n - 1]!, entries)]);
  return (apart() ?? []).map((table) => entryName(entries[table - 1]!));
}

/** In the tree, each byte of a name is a character, and special ones are escaped. */
function entryName(entry: TreeNode): string {
  const name = Buffer.from(entry.node('eref')?.word('aliasname') ?? '', 'latin1').toString();
  return name.replaceAll(/\\(.)/gs, (_, escaped: string) => escaped.replace(/\s/, ' '));
}

/** What FROM consists of: joins, and references to relations. Subqueries in conditions have their own. */
function fromNodes(node: TreeNode | undefined): readonly TreeNode[] {
  if (node === undefined) return [];
  const isJoin = node.kind === 'JOINEXPR';
  if (!isJoin && node.kind !== 'FROMEXPR') return [node];
  const inner = isJoin ? [node.node('larg'), node.node('rarg')] : node.nodes('fromlist');
  return [node, ...inner.flatMap(fromNodes)];
}

const JOIN = '2';

const relationsIn = (items: readonly TreeNode[]): readonly number[] =>
  items
    .filter(({ kind }) => kind === 'RANGETBLREF')
    .map((reference) => reference.number('rtindex'))
    .sort((a, b) => a - b);

function relationsOf(node: TreeNode, entries: readonly TreeNode[]): readonly number[] {
  const found = new Set(node.columnsOf(0).map((column) => column.number('varno')));
  for (const number of found) {
    const entry = entries[number - 1];
    // A column of a join is one of the relations in it.
    if (entry?.is('rtekind', JOIN)) for (const inner of relationsOf(entry, [])) found.add(inner);
  }
  return [...found];
}

const FUNCTIONS = Object.entries({
  16: 'any_value array_sample array_shuffle date_add date_subtract erf erfc pg_input_error_info pg_input_is_valid random_normal system_user',
  17: 'to_bin to_oct unicode_assigned uuid_extract_timestamp uuid_extract_version xmltext to_regtypemod pg_basetype',
  18: 'array_reverse array_sort casefold crc32 crc32c gamma lgamma uuidv4 uuidv7',
}).map(([version, names]) => [Number(version), names.split(' ')] as const);

type Test = (members: Members, sql: Buffer) => boolean;

const isCall =
  (name: string, arguments_: number): Test =>
  ({ funcname, args }) =>
    namesIn(funcname).at(-1) === name && (args as unknown[] | undefined)?.length === arguments_;

const isBySource: Test = ({ matchKind }) => String(matchKind).endsWith('BY_SOURCE');

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
  ['MergeWhenClause', 17, 'WHEN NOT MATCHED BY SOURCE', isBySource],
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

/** What a query needs to have something that is new in 17 or 18. */
const NEW_WORDS = new RegExp(
  String.raw`\b(?:json(?!b)|local\b|random\b|(?:${FUNCTIONS.flatMap(([, names]) => names).join('|')})\b)`,
  'i',
);

/** Whether a query may have something that a server of this version does not have; in 15, also by what is not written. */
export const mayBeTooNew = (sql: string, version = 18): boolean =>
  version < 16 || (version < 18 && NEW_WORDS.test(sql));

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
    const [first = 0] = FUNCTIONS.find(([, names]) => names.includes(name)) ?? [];
    if (first > version) add('function', `${name}()`, first, members);
    for (const [of, since, what, test] of SYNTAX) {
      const isNew = of === kind && since > version && test?.(members, bytes) !== false;
      if (isNew) add('statement', what, since, members);
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
