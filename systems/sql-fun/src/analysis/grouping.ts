import type { ColumnRef, FuncCall, Node, SelectStmt } from 'libpg-query';
import { firstAggregate, isAggregate, isJsonAggregate } from './aggregates.js';
import { itemKey, type ClauseItem } from './clause-items.js';
import { columnKey, originOf } from './expression-key.js';
import { locationOf, names } from './node.js';
import type { QueryScope } from './query-scope.js';
import { resolve } from './resolve.js';
import { ListSource, type Ref, type Source } from './source.js';
import type { Targets } from './targets.js';

/** What a grouped query is made of. */
export interface Grouped {
  readonly select: SelectStmt;
  readonly targets: Targets;
  readonly groupBy: readonly ClauseItem[];
  readonly orderBy: readonly ClauseItem[];
}

/** A column of a grouped query has to be in GROUP BY, to depend on the primary key there, or to be in an aggregate. */
export function checkGrouping(grouped: Grouped, scope: QueryScope): void {
  const { select, targets, groupBy, orderBy } = grouped;
  const expressions = orderBy.flatMap(({ node, target }) => (target ? [] : [node]));
  const checked = [select.targetList, select.havingClause, expressions];
  if (!select.groupClause && !select.havingClause && !firstAggregate(checked, scope)) return;
  // A position that is not there has been reported.
  if (groupBy.some(({ node, target }) => 'A_Const' in node && !target)) return;
  const check = new GroupCheck(groupBy, scope);
  const star = targets.list.find(({ ref }) => ref && !check.allows(ref))?.ref;
  if (star) check.refuse(star.column.name, starLocation(select));
  check.expression(checked);
}

class GroupCheck {
  readonly #keys: ReadonlySet<string>;
  readonly #scope: QueryScope;
  readonly #plain: boolean;

  constructor(groupBy: readonly ClauseItem[], scope: QueryScope) {
    this.#keys = new Set(groupBy.map((item) => itemKey(item, scope)));
    this.#plain = groupBy.every(({ node, target }) => 'ColumnRef' in (target?.node ?? node));
    this.#scope = scope;
  }

  allows(ref: Ref): boolean {
    if (this.#keys.has(columnKey(ref))) return true;
    const { source } = originOf(ref);
    const made = source instanceof ListSource ? source.made : undefined;
    return made ? made.every((part) => this.allows(part)) : this.#depends(source);
  }

  refuse(name: string, location: number | undefined): void {
    const message = `${name} must be in GROUP BY or be used in an aggregate.`;
    this.#scope.session.report({ code: 'misplaced', target: 'column', name, message, location });
  }

  expression(root: unknown): void {
    const open: unknown[] = [root];
    while (open.length > 0) {
      const node = open.pop();
      if (typeof node !== 'object' || node === null) continue;
      if (Array.isArray(node)) open.push(...(node as unknown[]));
      else if ('ColumnRef' in node) this.#reference(node.ColumnRef as ColumnRef);
      else if (!this.#isGrouped(node) && !this.#isAggregate(node)) {
        for (const [tag, value] of Object.entries(node)) if (tag !== 'subselect') open.push(value);
      }
    }
  }

  #reference(reference: ColumnRef): void {
    const { fields = [] } = reference;
    const parts = names(fields);
    if (parts.length !== fields.length) return;
    const found = resolve(this.#scope, parts);
    if (found.kind !== 'column' && found.kind !== 'row') return;
    if (found.level !== this.#scope) return;
    const refs = found.kind === 'column' ? [found.ref] : found.source.refs();
    if (refs.some((ref) => !this.allows(ref))) {
      this.refuse(parts.join('.'), locationOf(reference));
    }
  }

  #isGrouped(node: object): boolean {
    if (this.#plain || !TAG.test(Object.keys(node)[0] ?? '')) return false;
    return this.#keys.has(this.#scope.keys.of(node as Node));
  }

  #isAggregate(node: object): boolean {
    if ('GroupingFunc' in node || isJsonAggregate(node)) return true;
    return 'FuncCall' in node && isAggregate(node.FuncCall as FuncCall, this.#scope.session);
  }

  /** All of a row follows from its primary key. */
  #depends(source: Source): boolean {
    const key = source.relation?.primaryKey;
    if (!key || key.length === 0) return false;
    return key.every((name) => {
      const ref = source.refs().find(({ column }) => column.column === name);
      return ref !== undefined && this.#keys.has(columnKey(ref));
    });
  }
}

const TAG = /^[A-Z]/;

function starLocation({ targetList = [] }: SelectStmt): number | undefined {
  for (const node of targetList) {
    const val = 'ResTarget' in node ? node.ResTarget.val : undefined;
    if (val && 'ColumnRef' in val && 'A_Star' in (val.ColumnRef.fields?.at(-1) ?? {})) {
      return locationOf(val.ColumnRef);
    }
  }
  return undefined;
}
