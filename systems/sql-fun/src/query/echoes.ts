import type { Catalog } from '../catalog/index.js';
import type { PgError } from '../engine/index.js';
import { ownerOf } from './locate.js';
import type { LostNames } from './lost-names.js';
import { isAssigned, isExpression, type NodeMask } from './mask-for.js';
import type { MaskedText } from './masks.js';
import { functionName } from './reasons.js';
import { isAboutTypes } from './sqlstates.js';
import { ancestorsOf, descendantsOf, namesIn, nearest, type SyntaxNode } from './syntax.js';

const WINDOWS: ReadonlySet<string> = new Set(['WindowDef']);
const FUNCTIONS_IN_FROM: ReadonlySet<string> = new Set(['RangeFunction']);

/** What masks have taken from a statement, and the errors that follow from that alone. */
export class Echoes {
  readonly #root: SyntaxNode;
  readonly #catalog: Catalog;
  readonly #masked: MaskedText;
  readonly #lost: LostNames;
  /** Statements of which an item of GROUP BY, ORDER BY or DISTINCT is masked. */
  readonly #unsorted = new Set<SyntaxNode>();
  /** Values that go to another column than the one that is written. */
  readonly #moved = new Set<SyntaxNode>();

  constructor(root: SyntaxNode, catalog: Catalog, masked: MaskedText, lost: LostNames) {
    this.#root = root;
    this.#catalog = catalog;
    this.#masked = masked;
    this.#lost = lost;
  }

  /** Notes what a mask takes away. */
  add({ relation, expression, values = [] }: NodeMask): void {
    if (relation !== undefined) this.#lost.addRelation(relation.node, relation.name);
    if (expression !== undefined) this.#addExpression(expression);
    values.forEach((value) => this.#moved.add(value));
  }

  #addExpression(expression: SyntaxNode): void {
    const { role, parent } = expression;
    const owner = ownerOf(expression);
    const isSorted =
      role === 'groupClause' || role === 'distinctClause' || parent?.kind === 'SortBy';
    if (isSorted && owner !== undefined) this.#unsorted.add(owner);
    if (namesIn(expression.members['fields']).includes('*')) this.#lost.addStar(expression);
    const inFrom = nearest(expression, FUNCTIONS_IN_FROM);
    if (inFrom !== undefined) this.#lost.addRelation(inFrom, aliasOf(inFrom));
    this.#lost.addUntyped(expression);
  }

  /** Whether masks alone are the reason for an error at a node. */
  isEcho({ code }: PgError, node: SyntaxNode): boolean {
    if (this.#masked.covers(node)) return true;
    const { kind } = node;
    if (code === '42601' && this.#lost.anyRelation) return true;
    // Without its USING, a column is on both sides of a join.
    if (code === '42702' && this.#lost.anyColumn) return true;
    // Of `SET a = 1` the value does not count.
    if (kind === 'ResTarget' && isAssigned(node))
      return this.#masked.covers({ start: node.start, end: node.start + 1 });
    const owner = ownerOf(node);
    if (code === '42803' || code === '42P20') {
      if (kind === 'FuncCall') return this.#lost.isIn(node);
      return (owner !== undefined && this.#unsorted.has(owner)) || this.#lost.isIn(node);
    }
    if (code === '42P10' || code === '42601') {
      const unsorted = owner !== undefined && this.#unsorted.has(owner);
      return unsorted || this.#lost.anyRelation || this.#masked.touches(node);
    }
    if (code === '42883' && kind === 'FuncCall') {
      if (!this.#catalog.hasFunction(functionName(node))) return false;
    }
    if (isAboutTypes(code) && this.#hasNoType(node)) return true;
    const window = nearest(node, WINDOWS);
    if (window !== undefined && code === '0A000' && this.#masked.touches(window)) return true;
    return this.#masked.touches(node) || this.#lost.isIn(node);
  }

  /** Whether a mask has changed the type that is expected of a node, or the one of a column in it. */
  #hasNoType(node: SyntaxNode): boolean {
    if (this.#lost.isUntyped(node) || this.#movedAround(node) !== undefined) return true;
    if (this.#hasLostParameter(node)) return true;
    // PostgreSQL points at the start of the argument, and means all of it.
    const wholes = [...ancestorsOf(node)].filter((one) => one.start === node.start);
    if (wholes.some((one) => isExpression(one) && this.#masked.touches(one))) return true;
    // The queries of a UNION give types to each other.
    let arm = ownerOf(node);
    if (node.parent?.role !== 'targetList' || arm?.parent?.kind !== 'SelectStmt') return false;
    while (arm.role === 'larg' || arm.role === 'rarg') arm = arm.parent!;
    return descendantsOf(arm).some(
      (one) => one.role === 'targetList' && !isAssigned(one) && this.#masked.touches(one),
    );
  }

  /** A parameter in it may have its type from a place that is masked. */
  #hasLostParameter(node: SyntaxNode): boolean {
    const parameters = (root: SyntaxNode) =>
      [root, ...descendantsOf(root)].filter(({ kind }) => kind === 'ParamRef');
    const own = new Set(parameters(node).map(({ members }) => members['number']));
    if (own.size === 0) return false;
    return parameters(this.#root).some((one) => {
      const around = [one, ...ancestorsOf(one)].filter(isExpression);
      return own.has(one.members['number']) && around.some((part) => this.#masked.touches(part));
    });
  }

  #movedAround(node: SyntaxNode): SyntaxNode | undefined {
    if (this.#moved.has(node)) return node;
    return [...ancestorsOf(node)].find((one) => this.#moved.has(one));
  }

  /** An error that a mask made: the mask has to take the next expression around it. */
  widened({ code }: PgError, node: SyntaxNode): SyntaxNode | undefined {
    if (this.#lost.anyRelation && (code === '42P10' || code === '42601')) return undefined;
    const moved = isAboutTypes(code) ? this.#movedAround(node) : undefined;
    const wider = [node, ...ancestorsOf(node)].find(
      (one) => isExpression(one) && !this.#masked.covers(one),
    );
    return moved !== undefined && !this.#masked.covers(moved) ? moved : wider;
  }
}

const aliasOf = ({ members }: SyntaxNode): string =>
  (members['alias'] as { aliasname?: string } | undefined)?.aliasname ?? '';
