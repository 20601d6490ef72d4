import { namesIn, type Members } from '../query/syntax.js';
import { otherSource, relationSource, scopesFrom } from './sources.js';
import type { Alias, NameRules, Scope, Source, WrittenRelation } from './sources.js';
import { COLUMN_COMMANDS, COLUMN_LISTS, COLUMN_NAMES, CREATED, OTHERS } from './statement-names.js';
import { objectsNamed } from './statement-names.js';

export interface NameVisitor {
  relation?(range: WrittenRelation): void;
  schema?(name: string): void;
  /** A function, a type, an operator, … */
  other?(target: string, parts: readonly string[]): void;
  /** A reference in an expression. `soft`: it may also be a name of a result column. */
  column(ref: Members, scope: Scope, soft: boolean): void;
  columnOf?(source: Source, column: string): void;
  /** All columns of a relation, in their order. */
  allColumnsOf?(source: Source, range: WrittenRelation): void;
}

/** Finds every name of a statement, with what is in scope where it stands. */
export class NameWalk {
  readonly #rules: NameRules;
  readonly #visitor: NameVisitor;
  readonly #made: Set<string>;

  constructor(rules: NameRules, visitor: NameVisitor, made = new Set<string>()) {
    this.#rules = rules;
    this.#visitor = visitor;
    this.#made = made;
  }

  statement(kind: string, members: Members): void {
    this.#node(kind, members, { sources: [], ctes: new Set() });
  }

  #value(key: string, value: unknown, scope: Scope): void {
    if (Array.isArray(value)) return value.forEach((one) => this.#value(key, one, scope));
    if (!isObject(value)) return;
    const [[kind, inner] = ['', undefined], second] = Object.entries(value);
    const isNode = second === undefined && /^[A-Z]/.test(kind) && isObject(inner);
    this.#node(isNode ? kind : key, isNode ? inner : value, scope);
  }

  #rest(members: Members, scope: Scope, ...without: readonly string[]): void {
    for (const [key, value] of Object.entries(members)) {
      if (!without.includes(key)) this.#value(key, value, scope);
    }
  }

  #node(kind: string, members: Members, scope: Scope): void {
    const visitor = this.#visitor;
    if ('relname' in members) return void this.#relation(members);
    if ('limitOption' in members) return this.#select(members, scope);
    if (QUERIES.has(kind)) return this.#change(kind, members, scope);
    if (kind === 'ColumnRef') return visitor.column(members, scope, false);
    if (kind === 'LockingClause') return; // names aliases
    const isType = 'names' in members && 'typemod' in members;
    if (isType) visitor.other?.('type', namesIn(members['names']));
    if (kind === 'A_Expr') visitor.other?.('operator', namesIn(members['name']));
    const created = CREATED[kind] ?? '';
    this.#created(members[created]);
    // The columns that it has stay in their order: more of them would meet those that are hidden.
    if (kind === 'ViewStmt' && members['replace'] === true) {
      const range = rangeOf(members['view'] as Members);
      visitor.allColumnsOf?.(relationSource(range, this.#rules), range);
    }
    for (const [key, target] of Object.entries(OTHERS)) {
      if (key !== created && key in members) visitor.other?.(target, namesIn(members[key]));
    }
    for (const [reading, parts] of objectsNamed(kind, members)) this.#object(reading, parts);
    this.#columns(kind, members, scope);
    const about = isRange(members[created]) ? otherSource(undefined) : this.#about(members);
    const inner = about
      ? { sources: [about, ...shadows(about)], ctes: new Set<string>(), outer: scope }
      : scope;
    this.#rest(members, inner, created, ...(about === undefined ? [] : ['relation', 'table']));
  }

  #object(reading: string, parts: readonly string[]): void {
    const [outer, last] = [parts.at(-2), parts.at(-1)];
    if (last === undefined || reading === 'none') return;
    if (reading === 'schema') this.#visitor.schema?.(last);
    else if (reading === 'relation') this.#relation({ schemaname: outer, relname: last });
    else if (!/^(?:column|of relation|in schema)$/.test(reading)) {
      this.#visitor.other?.(reading, parts);
    } else if (outer !== undefined) {
      if (reading === 'in schema') return this.#visitor.schema?.(outer);
      const source = this.#relation({ schemaname: parts.at(-3), relname: outer });
      if (reading === 'column') this.#visitor.columnOf?.(source, last);
    }
  }

  #created(value: unknown): void {
    const range = isRange(value) ? rangeOf(value) : undefined;
    const written = range ? range.schema : namesIn(value).at(-2);
    if (written !== undefined) this.#visitor.schema?.(written);
    if (range === undefined) return;
    const { schema = this.#rules.path[0] ?? 'public', name } = range;
    this.#made.add(JSON.stringify([schema, name]));
    if (this.#rules.path.includes(schema)) this.#made.add(JSON.stringify([null, name]));
  }

  #relation(members: Members): Source {
    const range = rangeOf(members);
    const alias = members['alias'] as Alias | undefined;
    if (this.#made.has(JSON.stringify([range.schema ?? null, range.name]))) {
      return otherSource(alias?.aliasname ?? range.name);
    }
    this.#visitor.relation?.(range);
    return relationSource(range, this.#rules, alias);
  }

  /** The relation that a statement other than a query is about. */
  #about(members: Members): Source | undefined {
    for (const key of ['relation', 'table']) {
      const value = members[key];
      if (isRange(value)) return this.#relation(value);
    }
    const [only, second] = [members['relations'], members['objects']].flat().filter(isObject);
    const range = second === undefined ? only?.['RangeVar'] : undefined;
    return isObject(range) ? relationSource(rangeOf(range), this.#rules) : undefined;
  }

  #columns(kind: string, members: Members, scope: Scope): void {
    const own = this.#about(members) ?? scope.sources[0];
    if (own === undefined) return;
    for (const key in members) if (COLUMN_LISTS.has(key)) this.#columnsOf(own, members[key]);
    const { subtype, renameType, subname, name, pktable, pk_attrs } = members;
    const isCommand = kind === 'AlterTableCmd' && COLUMN_COMMANDS.test(String(subtype));
    const column =
      renameType === 'OBJECT_COLUMN' ? subname : (COLUMN_NAMES.has(kind) || isCommand) && name;
    if (typeof column === 'string') this.#visitor.columnOf?.(own, column);
    if (!isRange(pktable)) return;
    this.#columnsOf(relationSource(rangeOf(pktable), this.#rules), pk_attrs);
  }

  #columnsOf(source: Source, names: unknown): void {
    for (const name of namesIn(names)) this.#visitor.columnOf?.(source, name);
  }

  #select(members: Members, outer: Scope): void {
    const scope = this.#within(members, outer);
    const into = members['into'] ?? members['intoClause'];
    if (isObject(into)) this.#created(into['rel']);
    this.#from(members['fromClause'], scope);
    this.#rest(members, scope, ...READ_APART);
    for (const arm of [members['larg'], members['rarg']].filter(isObject)) this.#select(arm, scope);
    for (const key of SORTED) this.#sorted(members[key], scope);
  }

  /** A name in ORDER BY, GROUP BY or DISTINCT ON may be one of a result column. */
  #sorted(value: unknown, scope: Scope): void {
    for (const one of Array.isArray(value) ? (value as Members[]) : []) {
      const sort = one['SortBy'] as Members | undefined;
      const node = (sort?.['node'] ?? one) as Members;
      if (!isObject(node['ColumnRef'])) this.#value('', one, scope);
      else {
        this.#visitor.column(node['ColumnRef'], scope, true);
        const { useOp } = sort ?? {};
        if (useOp !== undefined) this.#visitor.other?.('operator', namesIn(useOp));
      }
    }
  }

  #change(kind: string, members: Members, outer: Scope): void {
    const scope = this.#within(members, outer);
    const range = members['relation'] as Members;
    const target = this.#relation(range);
    const { cols, selectStmt, targetList, onConflictClause: conflict, ...rest } = members;
    const conflicting = isObject(conflict) ? conflict : {};
    this.#targets(target, cols, scope);
    if (kind === 'InsertStmt' && cols === undefined && selectStmt !== undefined) {
      this.#visitor.allColumnsOf?.(target, rangeOf(range));
    }
    this.#value('', selectStmt, scope);
    const { sources } = scope;
    sources.push(target);
    this.#from(rest['fromClause'] ?? rest['usingClause'] ?? rest['sourceRelation'], scope);
    sources.push(...shadows(target));
    this.#targets(target, targetList, scope);
    this.#targets(target, conflicting['targetList'], scope);
    this.#rest(conflicting, scope, 'targetList');
    for (const one of (rest['mergeWhenClauses'] ?? []) as { MergeWhenClause: Members }[]) {
      const when = one.MergeWhenClause;
      this.#targets(target, when['targetList'], scope);
      const isInsert = when['commandType'] === 'CMD_INSERT' && when['values'] !== undefined;
      if (isInsert && when['targetList'] === undefined) {
        this.#visitor.allColumnsOf?.(target, rangeOf(range));
      }
      this.#rest(when, scope, 'targetList');
    }
    const { returningClause } = rest as {
      returningClause?: { options?: { ReturningOption: { value?: string } }[] };
    };
    for (const { ReturningOption } of returningClause?.options ?? []) {
      sources.push({ ...target, name: ReturningOption.value });
    }
    this.#rest(rest, scope, ...READ_BEFORE);
  }

  #targets(target: Source, list: unknown, scope: Scope): void {
    for (const { ResTarget } of (list ?? []) as { ResTarget: Members }[]) {
      this.#visitor.columnOf?.(target, String(ResTarget['name']));
      this.#rest(ResTarget, scope);
    }
  }

  /** The scope of a query: its WITH is read, its FROM is not. */
  #within(members: Members, outer: Scope): Scope {
    const ctes = new Set<string>();
    const scope = { sources: [], ctes, outer };
    const { ctes: list = [], recursive } = (members['withClause'] ?? {}) as {
      ctes?: { CommonTableExpr: { ctename: string } & Members }[];
      recursive?: boolean;
    };
    if (recursive) list.forEach(({ CommonTableExpr }) => ctes.add(CommonTableExpr.ctename));
    for (const { CommonTableExpr } of list) {
      this.#rest(CommonTableExpr, scope);
      ctes.add(CommonTableExpr.ctename);
    }
    return scope;
  }

  #from(value: unknown, scope: Scope): void {
    for (const one of [value ?? []].flat() as Members[]) this.#fromItem(one, scope);
  }

  #fromItem(item: Members, scope: Scope): void {
    const [[kind, value] = ['', {}]] = Object.entries(item);
    const members = value as Members;
    const { aliasname } = (members['alias'] ?? {}) as Partial<Alias>;
    const { sources } = scope;
    if (kind === 'RangeVar') {
      const { schema, name } = rangeOf(members);
      const isCte = schema === undefined && scopesFrom(scope).some(({ ctes }) => ctes.has(name));
      sources.push(isCte ? otherSource(aliasname ?? name) : this.#relation(members));
    } else if (kind === 'JoinExpr') this.#join(members, scope, aliasname);
    else if (kind === 'RangeTableSample') {
      this.#from(members['relation'], scope);
      this.#rest(members, scope, 'relation');
    } else {
      this.#rest(members, scope, 'alias');
      sources.push(otherSource(aliasname));
    }
  }

  #join(members: Members, scope: Scope, alias: string | undefined): void {
    const { sources } = scope;
    const start = sources.length;
    this.#from(members['larg'], scope);
    const middle = sources.length;
    this.#from(members['rarg'], scope);
    const sides = [sources.slice(start, middle), sources.slice(middle)];
    for (const side of sides) {
      if (side.length === 1) this.#columnsOf(side[0]!, members['usingClause']);
    }
    this.#rest(members, scope, 'larg', 'rarg', 'usingClause', 'alias', 'join_using_alias');
    const { aliasname } = (members['join_using_alias'] ?? {}) as { aliasname?: string };
    if (aliasname !== undefined) sources.push(otherSource(aliasname));
    if (alias === undefined) return;
    const hides = sides.flat().some((one) => one.hides);
    sources.splice(start, Infinity, otherSource(alias, hides));
  }
}

/** Members of SELECT that are read in an order of their own. */
const SORTED = ['sortClause', 'groupClause', 'distinctClause'];
const READ_APART = [...SORTED, ...'into intoClause fromClause withClause larg rarg'.split(' ')];
/** Those of INSERT, UPDATE, DELETE and MERGE. */
const READ_BEFORE =
  'relation withClause fromClause usingClause sourceRelation mergeWhenClauses'.split(' ');

const QUERIES = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);

/** The target by the names that rules, triggers, ON CONFLICT and RETURNING have for it. */
const shadows = (target: Source): readonly Source[] =>
  ['excluded', 'old', 'new'].map((name) => ({ ...target, name, bare: false }));

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

const isRange = (value: unknown): value is Members => isObject(value) && 'relname' in value;

function rangeOf(members: Members): WrittenRelation {
  const { schemaname, relname } = members as { schemaname?: string; relname: string };
  return { schema: schemaname, name: relname };
}
