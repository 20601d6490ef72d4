import { COLUMN_COMMANDS, namesIn } from '../query/syntax.js';
import type { Members, RawStatement } from '../query/syntax.js';
import { otherSource, relationSource, scopesFrom, COLUMN_LISTS } from './sources.js';
import { COLUMN_NAMES, CREATED, OTHERS, objectsNamed } from './sources.js';
import type { Alias, NameRules, QueryScope, NameSource, WrittenRelation } from './sources.js';

export interface NameVisitor {
  relation?(range: WrittenRelation): void;
  schema?(name: string): void;
  other?(target: string, parts: readonly string[]): void;
  /** A reference in an expression. `soft`: it may also be a name of a result column. */
  column(ref: Members, scope: QueryScope, soft: boolean): void;
  columnOf?(source: NameSource, column: string): void;
  allColumnsOf?(source: NameSource, range: WrittenRelation): void;
}

/** Finds every name of a statement, with what is in scope there. */
export function walkNames(
  { kind, members }: RawStatement,
  rules: NameRules,
  visitor: NameVisitor,
  made = new Set<string>(),
): void {
  function walk(key: string, value: unknown, scope: QueryScope): void {
    if (Array.isArray(value)) return value.forEach((one) => walk(key, one, scope));
    if (!isObject(value)) return;
    const [[kind, inner] = ['', undefined], second] = Object.entries(value);
    const isNode = second === undefined && /^[A-Z]/.test(kind) && isObject(inner);
    walkNode(isNode ? kind : key, isNode ? inner : value, scope);
  }

  function walkRest(members: Members, scope: QueryScope, ...without: readonly string[]): void {
    for (const [key, value] of Object.entries(members)) {
      if (!without.includes(key)) walk(key, value, scope);
    }
  }

  function walkNode(kind: string, members: Members, scope: QueryScope): void {
    if ('relname' in members) return void visitRelation(members);
    if ('limitOption' in members) return walkSelect(members, scope);
    if (QUERIES.has(kind)) return walkChange(kind, members, scope);
    if (kind === 'ColumnRef') return visitor.column(members, scope, false);
    if (kind === 'LockingClause') return; // names aliases
    const isType = 'names' in members && 'typemod' in members;
    if (isType) visitor.other?.('type', namesIn(members['names']));
    if (kind === 'A_Expr') visitor.other?.('operator', namesIn(members['name']));
    const created = CREATED[kind] ?? '';
    noteCreated(members[created]);
    // The columns that it has stay in their order: more of them would meet those that are hidden.
    if (kind === 'ViewStmt' && members['replace'] === true) {
      const range = rangeOf(members['view'] as Members);
      visitor.allColumnsOf?.(relationSource(range, rules), range);
    }
    for (const [key, target] of Object.entries(OTHERS)) {
      if (key !== created && key in members) visitor.other?.(target, namesIn(members[key]));
    }
    for (const [reading, parts] of objectsNamed(kind, members)) visitObject(reading, parts);
    const relation = aboutOf(members);
    visitColumns(kind, members, relation ?? scope.sources[0]);
    const about = isRange(members[created]) ? otherSource(undefined) : relation;
    const inner = about
      ? { sources: [about, ...shadows(about)], ctes: new Set<string>(), outer: scope }
      : scope;
    walkRest(members, inner, created, ...(about === undefined ? [] : ['relation', 'table']));
  }

  function visitObject(reading: string, parts: readonly string[]): void {
    const [outer, last] = [parts.at(-2), parts.at(-1)];
    if (last === undefined || reading === 'none') return;
    if (reading === 'schema') visitor.schema?.(last);
    else if (reading === 'relation') visitRelation({ schemaname: outer, relname: last });
    else if (!/^(?:column|of relation|in schema)$/.test(reading)) {
      visitor.other?.(reading, parts);
    } else if (outer !== undefined) {
      if (reading === 'in schema') return visitor.schema?.(outer);
      const source = visitRelation({ schemaname: parts.at(-3), relname: outer });
      if (reading === 'column') visitor.columnOf?.(source, last);
    }
  }

  function noteCreated(value: unknown): void {
    const range = isRange(value) ? rangeOf(value) : undefined;
    const written = range ? range.schema : namesIn(value).at(-2);
    if (written !== undefined) visitor.schema?.(written);
    if (range === undefined) return;
    const { schema = rules.path[0] ?? 'public', name } = range;
    made.add(JSON.stringify([schema, name]));
    if (rules.path.includes(schema)) made.add(JSON.stringify([null, name]));
  }

  function visitRelation(members: Members): NameSource {
    const range = rangeOf(members);
    const alias = members['alias'] as Alias | undefined;
    if (made.has(JSON.stringify([range.schema ?? null, range.name]))) {
      return otherSource(alias?.aliasname ?? range.name);
    }
    visitor.relation?.(range);
    return relationSource(range, rules, alias);
  }

  /** The relation that a statement other than a query is about. */
  function aboutOf(members: Members): NameSource | undefined {
    for (const key of ['relation', 'table']) {
      const value = members[key];
      if (isRange(value)) return visitRelation(value);
    }
    const [only, second] = [members['relations'], members['objects']].flat().filter(isObject);
    const range = second === undefined ? only?.['RangeVar'] : undefined;
    return isObject(range) ? relationSource(rangeOf(range), rules) : undefined;
  }

  function visitColumns(kind: string, members: Members, own: NameSource | undefined): void {
    if (own === undefined) return;
    for (const key in members) if (COLUMN_LISTS.has(key)) visitColumnsOf(own, members[key]);
    const { subtype, renameType, subname, name, pktable, pk_attrs } = members;
    const isCommand = kind === 'AlterTableCmd' && COLUMN_COMMANDS.test(String(subtype));
    const column =
      renameType === 'OBJECT_COLUMN' ? subname : (COLUMN_NAMES.has(kind) || isCommand) && name;
    if (typeof column === 'string') visitor.columnOf?.(own, column);
    if (!isRange(pktable)) return;
    visitColumnsOf(relationSource(rangeOf(pktable), rules), pk_attrs);
  }

  function visitColumnsOf(source: NameSource, names: unknown): void {
    for (const name of namesIn(names)) visitor.columnOf?.(source, name);
  }

  function walkSelect(members: Members, outer: QueryScope): void {
    const scope = scopeOf(members, outer);
    const into = members['into'] ?? members['intoClause'];
    if (isObject(into)) noteCreated(into['rel']);
    walkFrom(members['fromClause'], scope);
    walkRest(members, scope, ...READ_APART);
    for (const arm of [members['larg'], members['rarg']].filter(isObject)) walkSelect(arm, scope);
    for (const key of SORTED) walkSorted(members[key], scope);
  }

  /** A name in ORDER BY, GROUP BY or DISTINCT ON may be one of a result column. */
  function walkSorted(value: unknown, scope: QueryScope): void {
    for (const one of Array.isArray(value) ? (value as Members[]) : []) {
      const sort = one['SortBy'] as Members | undefined;
      const node = (sort?.['node'] ?? one) as Members;
      if (!isObject(node['ColumnRef'])) walk('', one, scope);
      else {
        visitor.column(node['ColumnRef'], scope, true);
        const { useOp } = sort ?? {};
        if (useOp !== undefined) visitor.other?.('operator', namesIn(useOp));
      }
    }
  }

  function walkChange(kind: string, members: Members, outer: QueryScope): void {
    const scope = scopeOf(members, outer);
    const range = members['relation'] as Members;
    const target = visitRelation(range);
    const { cols, selectStmt, targetList, onConflictClause: conflict, ...rest } = members;
    const conflicting = isObject(conflict) ? conflict : {};
    walkTargets(target, cols, scope);
    if (kind === 'InsertStmt' && cols === undefined && selectStmt !== undefined) {
      visitor.allColumnsOf?.(target, rangeOf(range));
    }
    walk('', selectStmt, scope);
    const { sources } = scope;
    sources.push(target);
    walkFrom(rest['fromClause'] ?? rest['usingClause'] ?? rest['sourceRelation'], scope);
    sources.push(...shadows(target));
    walkTargets(target, targetList, scope);
    walkTargets(target, conflicting['targetList'], scope);
    walkRest(conflicting, scope, 'targetList');
    for (const one of (rest['mergeWhenClauses'] ?? []) as { MergeWhenClause: Members }[]) {
      const when = one.MergeWhenClause;
      walkTargets(target, when['targetList'], scope);
      const isInsert = when['commandType'] === 'CMD_INSERT' && when['values'] !== undefined;
      if (isInsert && when['targetList'] === undefined) {
        visitor.allColumnsOf?.(target, rangeOf(range));
      }
      walkRest(when, scope, 'targetList');
    }
    const { returningClause } = rest as {
      returningClause?: { options?: { ReturningOption: { value?: string } }[] };
    };
    for (const { ReturningOption } of returningClause?.options ?? []) {
      sources.push({ ...target, name: ReturningOption.value });
    }
    walkRest(rest, scope, ...READ_BEFORE);
  }

  function walkTargets(target: NameSource, list: unknown, scope: QueryScope): void {
    for (const { ResTarget } of (list ?? []) as { ResTarget: Members }[]) {
      visitor.columnOf?.(target, String(ResTarget['name']));
      walkRest(ResTarget, scope);
    }
  }

  /** The scope of a query: its WITH is read, its FROM is not. */
  function scopeOf(members: Members, outer: QueryScope): QueryScope {
    const ctes = new Set<string>();
    const scope = { sources: [], ctes, outer };
    const { ctes: list = [], recursive } = (members['withClause'] ?? {}) as {
      ctes?: { CommonTableExpr: { ctename: string } & Members }[];
      recursive?: boolean;
    };
    if (recursive) list.forEach(({ CommonTableExpr }) => ctes.add(CommonTableExpr.ctename));
    for (const { CommonTableExpr } of list) {
      walkRest(CommonTableExpr, scope);
      ctes.add(CommonTableExpr.ctename);
    }
    return scope;
  }

  function walkFrom(value: unknown, scope: QueryScope): void {
    for (const item of [value ?? []].flat() as Members[]) {
      const [[kind, value] = ['', {}]] = Object.entries(item);
      const members = value as Members;
      const { aliasname } = (members['alias'] ?? {}) as Partial<Alias>;
      const { sources } = scope;
      if (kind === 'RangeVar') {
        const { schema, name } = rangeOf(members);
        const isCte = schema === undefined && scopesFrom(scope).some(({ ctes }) => ctes.has(name));
        sources.push(isCte ? otherSource(aliasname ?? name) : visitRelation(members));
      } else if (kind === 'JoinExpr') walkJoin(members, scope, aliasname);
      else if (kind === 'RangeTableSample') {
        walkFrom(members['relation'], scope);
        walkRest(members, scope, 'relation');
      } else {
        walkRest(members, scope, 'alias');
        sources.push(otherSource(aliasname));
      }
    }
  }

  function walkJoin(members: Members, scope: QueryScope, alias: string | undefined): void {
    const { sources } = scope;
    const start = sources.length;
    walkFrom(members['larg'], scope);
    const middle = sources.length;
    walkFrom(members['rarg'], scope);
    const sides = [sources.slice(start, middle), sources.slice(middle)];
    for (const side of sides) {
      if (side.length === 1) visitColumnsOf(side[0]!, members['usingClause']);
    }
    walkRest(members, scope, 'larg', 'rarg', 'usingClause', 'alias', 'join_using_alias');
    const { aliasname } = (members['join_using_alias'] ?? {}) as { aliasname?: string };
    if (aliasname !== undefined) sources.push(otherSource(aliasname));
    if (alias === undefined) return;
    const hides = sides.flat().some((one) => one.hides);
    sources.splice(start, Infinity, otherSource(alias, hides));
  }

  walkNode(kind, members, { sources: [], ctes: new Set() });
}

/** Members of SELECT that are read in an order of their own. */
const SORTED = ['sortClause', 'groupClause', 'distinctClause'];
const READ_APART = [...SORTED, ...'into intoClause fromClause withClause larg rarg'.split(' ')];
const READ_BEFORE =
  'relation withClause fromClause usingClause sourceRelation mergeWhenClauses'.split(' ');

const QUERIES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** The target by the names that rules, triggers, ON CONFLICT and RETURNING have for it. */
const shadows = (target: NameSource): readonly NameSource[] =>
  ['excluded', 'old', 'new'].map((name) => ({ ...target, name, bare: false }));

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const isRange = (value: unknown): value is Members => isObject(value) && 'relname' in value;

function rangeOf(members: Members): WrittenRelation {
  const { schemaname, relname } = members as { schemaname?: string; relname: string };
  return { schema: schemaname, name: relname };
}
