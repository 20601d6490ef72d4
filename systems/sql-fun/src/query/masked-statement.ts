import type { PgError } from '../engine/protocol.js';
import type { Statement } from './analysis.js';
import { isAssigned, isExpression, isGrouped, MaskedText, targetName } from './masks.js';
import type { NodeMask } from './masks.js';
import { functionName, isAboutTypes } from './reasons.js';
import { descendantsOf, namesIn, type FromItem, type Members, type SyntaxNode } from './syntax.js';

/** A statement with its masks: which names they take away or leave without a type, and which errors follow from that alone. */
export class MaskedStatement {
  readonly statement: Statement;
  text: MaskedText;
  /** Columns of USING, which both sides of a join should have. */
  readonly columns = new Set<string>();
  readonly #relations: FromItem[] = [];
  readonly #untyped = new Set<string>();
  #isStarLost = false;
  /** Statements of which an item of GROUP BY, ORDER BY or DISTINCT is masked. */
  readonly #unsorted = new Set<SyntaxNode | undefined>();
  readonly #ungrouped = new Set<SyntaxNode | undefined>();
  /** Values that go to another column than the one that is written. */
  readonly #moved = new Set<SyntaxNode>();

  constructor(statement: Statement) {
    this.statement = statement;
    this.text = new MaskedText(statement.sql);
  }

  add(mask: NodeMask): void {
    const { relation, expression, column, values = [] } = mask;
    this.text = this.text.with(mask);
    if (relation !== undefined) this.#loseRelation(relation);
    if (expression !== undefined) this.#loseExpression(expression);
    if (column !== undefined) this.columns.add(column);
    values.forEach((value) => this.#moved.add(value));
  }

  #loseExpression(expression: SyntaxNode): void {
    const { parent, statement } = expression;
    if (isGrouped(expression)) this.#ungrouped.add(statement);
    if (isGrouped(expression) || parent?.kind === 'SortBy') this.#unsorted.add(statement);
    if (expression.fields.includes('*')) {
      this.#isStarLost = true;
      this.#loseUses(statement);
    }
    const inFrom = expression.nearest(({ kind }) => kind === 'RangeFunction');
    if (inFrom) this.#loseRelation({ node: inFrom, name: inFrom.alias ?? '' });
    this.#loseTypes(expression);
  }

  /** With a relation of FROM goes everything that takes all of its columns. */
  #loseRelation({ node, name }: FromItem): void {
    const scope = scopeOf({ node });
    const isKnown = this.#relations.some((one) => one.name === name && scopeOf(one) === scope);
    if (scope === undefined || isKnown) return;
    this.#relations.push({ node, name });
    const targets = scope.childrenIn('targetList').map(({ children }) => children[0]);
    if (targets.some((target) => target?.fields.includes('*'))) this.#loseUses(scope);
  }

  #loseUses(statement: SyntaxNode | undefined): void {
    for (const use of this.#usesOf(containerOf(statement))) this.#loseRelation(use);
  }

  /** The columns of subqueries that an expression is in have no certain type without it. */
  #loseTypes(expression: SyntaxNode): void {
    for (const target of expression.outwards()) {
      const isOutput = target.kind === 'ResTarget' && target.role === 'targetList';
      const container = isOutput ? containerOf(target.parent) : undefined;
      if (container === undefined) continue;
      const uses = this.#usesOf(container).map(({ node }) => node);
      const names = [container, ...uses].flatMap(({ members: { alias, aliascolnames } }) => [
        ...namesIn((alias as Members | undefined)?.['colnames']),
        ...namesIn(aliascolnames),
      ]);
      for (const name of [targetName(target), ...names]) if (name) this.#untyped.add(name);
    }
  }

  /** Where the result of a subquery or of WITH is used. */
  #usesOf(container: SyntaxNode | undefined): readonly FromItem[] {
    if (container === undefined) return [];
    const { kind, members } = container;
    if (kind === 'RangeSubselect') return [{ node: container, name: container.alias ?? '' }];
    const { root } = this.statement;
    return [root, ...descendantsOf(root)]
      .filter((one) => one.isStatement)
      .flatMap((one) => one.fromItems)
      .filter(({ node }) => node.members['relname'] === members['ctename']);
  }

  hasLostRelation(node: SyntaxNode): boolean {
    return this.#relations.some((one) => isWithin(one.node, node));
  }

  /** Whether a relation or a `*` is masked, so that numbers of columns do not count. */
  get #isUncounted(): boolean {
    return this.#relations.length > 0 || this.#isStarLost;
  }

  /** Whether masks alone are the reason for an error at a node. */
  isEcho({ code }: PgError, node: SyntaxNode): boolean {
    const { kind, start } = node;
    if (this.text.covers(node)) return true;
    if (code === '42601' && this.#isUncounted) return true;
    // Without its USING, a column is on both sides of a join.
    if (code === '42702' && this.columns.size > 0) return true;
    // Of `SET a = 1` the value does not count.
    if (kind === 'ResTarget' && isAssigned(node)) {
      return this.text.covers({ start, end: start + 1 });
    }
    const isUnsorted = this.#unsorted.has(node.statement);
    if (code === '42803' || code === '42P20') {
      const isUngrouped = this.#ungrouped.has(node.statement) && kind !== 'FuncCall';
      return isUngrouped || this.#usesLost(node);
    }
    if (code === '42P10' || code === '42601') {
      return isUnsorted || this.#isUncounted || this.text.touches(node);
    }
    const isCall = code === '42883' && kind === 'FuncCall';
    if (isCall && !this.statement.catalog.functions.has(functionName(node))) return false;
    if (isAboutTypes(code) && this.#hasNoType(node)) return true;
    const window = node.nearest((one) => one.kind === 'WindowDef');
    if (window !== undefined && code === '0A000' && this.text.touches(window)) return true;
    return this.text.touches(node) || this.#usesLost(node);
  }

  /** Whether a node may be about a relation or a column that is masked. */
  #usesLost(node: SyntaxNode): boolean {
    return node.all('ColumnRef').some((column) => {
      const [name = '', qualifier] = column.fields.toReversed();
      if (qualifier === undefined && this.columns.has(name)) return true;
      const inReach = this.#relations.filter((one) => isWithin(column, scopeOf(one)));
      return inReach.some((one) => (qualifier ?? one.name) === one.name);
    });
  }

  /** Whether a mask has changed the type that is expected of a node, or the one of a column in it. */
  #hasNoType(node: SyntaxNode): boolean {
    const names = [...this.#untyped, ...(this.#untyped.size > 0 ? ['*'] : [])];
    const columns = node.all('ColumnRef');
    if (columns.some((column) => names.includes(column.fields.at(-1)!))) return true;
    if (this.#movedAround(node) !== undefined || this.#hasLostParameter(node)) return true;
    // PostgreSQL points at the start of the argument, and means all of it.
    const wholes = [...node.outwards()].filter((one) => one.start === node.start);
    if (wholes.some((one) => isExpression(one) && this.text.touches(one))) return true;
    // The queries of a UNION give types to each other.
    let arm = node.statement;
    if (node.parent?.role !== 'targetList' || arm?.parent?.kind !== 'SelectStmt') return false;
    while (arm.role === 'larg' || arm.role === 'rarg') arm = arm.parent!;
    const targets = descendantsOf(arm).filter(({ role }) => role === 'targetList');
    return targets.some((one) => !isAssigned(one) && this.text.touches(one));
  }

  /** A parameter in it may have its type from a place that is masked. */
  #hasLostParameter(node: SyntaxNode): boolean {
    const numbers = node.all('ParamRef').map(({ members }) => members['number']);
    const all = numbers.length === 0 ? [] : this.statement.root.all('ParamRef');
    return all
      .filter(({ members }) => numbers.includes(members['number']))
      .some((one) => one.nearest((part) => isExpression(part) && this.text.touches(part)));
  }

  #movedAround(node: SyntaxNode): SyntaxNode | undefined {
    return node.nearest((one) => this.#moved.has(one));
  }

  /** An error that a mask made: the mask has to take the next expression around it. */
  widened({ code }: PgError, node: SyntaxNode): SyntaxNode | undefined {
    if (this.#isUncounted && (code === '42P10' || code === '42601')) return undefined;
    const moved = isAboutTypes(code) ? this.#movedAround(node) : undefined;
    return moved !== undefined && !this.text.covers(moved)
      ? moved
      : node.nearest((one) => isExpression(one) && !this.text.covers(one));
  }
}

/** The statement that a relation of FROM is in: columns outside of it cannot mean it. */
const scopeOf = ({ node }: Pick<FromItem, 'node'>): SyntaxNode | undefined =>
  node.parent?.statement;

const isWithin = (node: SyntaxNode, scope: SyntaxNode | undefined): boolean =>
  node.nearest((one) => one === scope) !== undefined;

/** The subquery of FROM, or the query of WITH, whose columns a SELECT gives. */
function containerOf(select: SyntaxNode | undefined): SyntaxNode | undefined {
  let one = select;
  while (one?.kind === 'SelectStmt' && (one.role === 'larg' || one.role === 'rarg')) {
    one = one.parent;
  }
  const around = one?.parent;
  return around && /^(?:RangeSubselect|CommonTableExpr)$/.test(around.kind) ? around : undefined;
}
