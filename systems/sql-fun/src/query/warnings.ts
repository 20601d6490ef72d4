import type { Catalog, CatalogRelation } from '../catalog/index.js';
import {
  isNode,
  nodeOf,
  nodesOf,
  numberOf,
  type TreeNode,
  type TreeValue,
} from './analysed-tree.js';
import type { Problem } from './analysis.js';
import { findRelation, type QueryContext } from './context.js';
import { nullableColumns } from './nullability.js';
import type { Members, RawStatement } from './syntax.js';

/** A warning with its place in bytes of the statement, as the parser counts. */
export interface Warning extends Pick<Problem, 'code' | 'target' | 'name' | 'message'> {
  readonly byte: number;
}

/** Every object of a raw tree under the name of its kind, or of its member. */
export function* rawNodes(
  statement: RawStatement,
): Generator<readonly [kind: string, members: Members]> {
  const open: [string, Members][] = [[statement.kind, statement.members]];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    yield one;
    for (const key in one[1]) {
      const value = one[1][key];
      for (const inner of Array.isArray(value) ? value : [value]) {
        if (typeof inner === 'object' && inner !== null) open.push([key, inner as Members]);
      }
    }
  }
}

/** What only the syntax tells: statements without WHERE, and `*` over hidden columns. */
export function syntaxWarnings(
  statement: RawStatement,
  context: QueryContext,
  hiddenColumns: ((relation: CatalogRelation) => boolean) | undefined,
): readonly Warning[] {
  const warnings: Warning[] = [];
  for (const [kind, members] of rawNodes(statement)) {
    const verb = kind === 'UpdateStmt' ? 'UPDATE' : kind === 'DeleteStmt' ? 'DELETE' : undefined;
    if (verb !== undefined && members['whereClause'] === undefined) {
      const { relname, location } = members['relation'] as { relname: string; location?: number };
      warnings.push({
        ...{ code: 'no_where', target: 'statement', name: verb, byte: location ?? 0 },
        message: `${verb} without WHERE changes every row of ${relname}.`,
      });
    }
    if (hiddenColumns && Array.isArray(members['targetList']) && kind !== 'UpdateStmt') {
      warnings.push(...starWarnings(members, context, hiddenColumns));
    }
  }
  return warnings;
}

function* starWarnings(
  { targetList, fromClause }: Members,
  context: QueryContext,
  hiddenColumns: (relation: CatalogRelation) => boolean,
): Generator<Warning> {
  const stars = (targetList as readonly { ResTarget?: { val?: { ColumnRef?: Members } } }[])
    .map((target) => target.ResTarget?.val?.ColumnRef)
    .filter((column) => (column?.['fields'] as Members[] | undefined)?.at(-1)?.['A_Star']);
  if (stars.length === 0) return;
  const ranges = [...rangesIn(fromClause)];
  for (const star of stars) {
    const fields = star!['fields'] as readonly { String?: { sval: string } }[];
    const qualifier = fields.at(-2)?.String?.sval;
    for (const range of ranges) {
      const alias = (range['alias'] as { aliasname?: string } | undefined)?.aliasname;
      if (qualifier !== undefined && qualifier !== (alias ?? range['relname'])) continue;
      const relation = findRelation(range, context);
      if (relation === undefined || !hiddenColumns(relation)) continue;
      yield {
        ...{ code: 'hidden_columns', target: 'table', name: relation.name },
        byte: Number(star!['location'] ?? 0),
        message: `${relation.name} has columns that are hidden here: * may give more of them elsewhere.`,
      };
    }
  }
}

/** The relations of FROM, also those of joins; not those of subqueries. */
function* rangesIn(from: unknown): Generator<Members> {
  for (const item of Array.isArray(from) ? (from as Members[]) : []) {
    const join = item['JoinExpr'] as Members | undefined;
    if (item['RangeVar'] !== undefined) yield item['RangeVar'] as Members;
    else if (join !== undefined) yield* rangesIn([join['larg'], join['rarg']]);
  }
}

const ANY_SUBLINK = 2;

/** What needs the analysed tree: NOT IN with NULLs, and tables that nothing joins. */
export async function treeWarnings(
  nodes: readonly TreeNode[],
  statement: RawStatement,
  catalog: Catalog,
): Promise<readonly Warning[]> {
  const warnings: Warning[] = [];
  for (const node of nodes.filter(({ kind }) => kind === 'BOOLEXPR')) {
    const [link] = node.fields.get('boolop') === 'not' ? nodesOf(node, 'args') : [];
    const query = link && nodeOf(link, 'subselect');
    if (query === undefined || numberOf(link!, 'subLinkType') !== ANY_SUBLINK) continue;
    if (nullableColumns(query, catalog)[0] !== true) continue;
    warnings.push({
      ...{ code: 'not_in_nullable', target: 'expression', name: 'NOT IN' },
      byte: numberOf(link!, 'location'),
      message: 'NOT IN is never true if the subquery gives a NULL, and it can; use NOT EXISTS.',
    });
  }
  for (const query of nodes.filter(({ kind }) => kind === 'QUERY')) {
    const pair = await unjoined(query, catalog);
    if (pair === undefined) continue;
    const [one, other] = pair;
    warnings.push({
      ...{ code: 'cross_join', target: 'table', name: other },
      byte: placeOf(other, statement),
      message: `${one} and ${other} are joined without a condition, and a foreign key relates them.`,
    });
  }
  return warnings;
}

const RELATION = '0';

/** Two tables of FROM that no condition connects, though a foreign key does. */
async function unjoined(
  query: TreeNode,
  catalog: Catalog,
): Promise<readonly [string, string] | undefined> {
  const jointree = nodeOf(query, 'jointree');
  const entries = nodesOf(query, 'rtable');
  const items = jointree === undefined ? [] : relationsIn(jointree);
  const tables = items.filter((n) => entries[n - 1]?.fields.get('rtekind') === RELATION);
  if (tables.length < 2) return undefined;
  const groups = new Groups();
  connect(jointree!, groups, entries);
  // LATERAL: what refers to others is joined to them.
  items.forEach((n) => groups.join([n, ...varsIn(entries[n - 1]!, 1, entries)]));
  const keys = await catalog.foreignKeys();
  for (const [n, first] of tables.entries()) {
    for (const second of tables.slice(n + 1)) {
      if (groups.same(first, second)) continue;
      const [a, b] = [entries[first - 1]!, entries[second - 1]!];
      const [x, y] = [numberOf(a, 'relid'), numberOf(b, 'relid')];
      const related = keys.some(
        ({ from, to }) => (from === x && to === y) || (from === y && to === x),
      );
      if (related && x !== y) return [aliasOf(a), aliasOf(b)];
    }
  }
  return undefined;
}

const aliasOf = (entry: TreeNode): string =>
  String(nodeOf(entry, 'eref')?.fields.get('aliasname') ?? '')
    .replaceAll(/\\\s/g, ' ')
    .replaceAll(/\\(.)/gs, '$1');

/** What FROM consists of: joins, and references to relations. Subqueries in conditions have their own. */
function fromNodes(node: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  const open: (TreeNode | undefined)[] = [node];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    found.push(one);
    open.push(
      ...nodesOf(one, 'fromlist'),
      ...[nodeOf(one, 'larg'), nodeOf(one, 'rarg')].filter((side) => side !== undefined),
    );
  }
  return found;
}

const relationsIn = (node: TreeNode): readonly number[] =>
  fromNodes(node)
    .filter(({ kind }) => kind === 'RANGETBLREF')
    .map((reference) => numberOf(reference, 'rtindex'))
    .sort((a, b) => a - b);

/** Each condition connects the relations that it speaks of; CROSS JOIN connects what it is written between. */
function connect(jointree: TreeNode, groups: Groups, entries: readonly TreeNode[]): void {
  for (const from of fromNodes(jointree)) {
    const quals = nodeOf(from, 'quals');
    if (from.kind === 'JOINEXPR' && quals === undefined) groups.join(relationsIn(from));
    const conditions = [quals];
    for (let one = conditions.pop(); one !== undefined; one = conditions.pop()) {
      if (one.kind === 'BOOLEXPR' && one.fields.get('boolop') === 'and') {
        conditions.push(...nodesOf(one, 'args'));
      } else groups.join(varsIn(one, 0, entries));
    }
  }
}

/** The relations of a query that an expression in it, or deeper, refers to. */
function varsIn(value: TreeValue, level: number, entries: readonly TreeNode[]): readonly number[] {
  const found = new Set<number>();
  const open: (readonly [TreeValue, number])[] = [[value, level]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, up] = next;
    if (typeof one === 'string') continue;
    if (!isNode(one)) {
      for (const item of one) open.push([item, up]);
      continue;
    }
    if (one.kind === 'VAR' && numberOf(one, 'varlevelsup') === up)
      found.add(numberOf(one, 'varno'));
    const isQuery = one.kind === 'QUERY' && one !== value;
    for (const inner of one.fields.values()) open.push([inner, isQuery ? up + 1 : up]);
  }
  // A column of a join is one of the relations in it.
  for (const number of found) {
    const joined = entries[number - 1]?.fields.get('joinaliasvars');
    if (joined !== undefined) for (const inner of varsIn(joined, 0, entries)) found.add(inner);
  }
  return [...found];
}

class Groups {
  readonly #parents = new Map<number, number>();

  join(members: readonly number[]): void {
    const [first, ...others] = members;
    for (const other of others) this.#parents.set(this.#root(other), this.#root(first!));
  }

  same(a: number, b: number): boolean {
    return this.#root(a) === this.#root(b);
  }

  #root(member: number): number {
    let root = member;
    for (let next = this.#parents.get(root); next !== undefined && next !== root;) {
      root = next;
      next = this.#parents.get(root);
    }
    return root;
  }
}

/** Where a relation of this name or alias is first written. */
function placeOf(name: string, statement: RawStatement): number {
  let place = Infinity;
  for (const [kind, members] of rawNodes(statement)) {
    const alias = (members['alias'] as { aliasname?: string } | undefined)?.aliasname;
    if (kind === 'RangeVar' && (alias ?? members['relname']) === name) {
      place = Math.min(place, Number(members['location'] ?? 0));
    }
  }
  return place === Infinity ? 0 : place;
}
