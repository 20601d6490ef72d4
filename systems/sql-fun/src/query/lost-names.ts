import { columnName } from './column-name.js';
import { fromItems, STATEMENTS } from './from-items.js';
import { childrenIn, descendantsOf, namesIn, nearest, type SyntaxNode } from './syntax.js';

interface LostRelation {
  readonly node: SyntaxNode;
  readonly name: string;
  /** The statement in whose FROM it is: columns outside of it cannot mean it. */
  readonly scope: SyntaxNode;
}

const CONTAINERS = new Set(['RangeSubselect', 'CommonTableExpr']);

/** Names that masks have taken away or left without a type: errors about them are not the user's. */
export class LostNames {
  readonly #root: SyntaxNode;
  readonly #relations: LostRelation[] = [];
  readonly #columns = new Set<string>();
  readonly #untyped = new Set<string>();
  #isStarLost = false;

  constructor(root: SyntaxNode) {
    this.#root = root;
  }

  /** Whether a relation or a `*` is masked, so that numbers of columns do not count. */
  get anyRelation(): boolean {
    return this.#relations.length > 0 || this.#isStarLost;
  }

  /** A relation of FROM is masked, and with it everything that takes all of its columns. */
  addRelation(node: SyntaxNode, name: string): void {
    const scope = nearest(node.parent, STATEMENTS);
    const isKnown = this.#relations.some((one) => one.name === name && one.scope === scope);
    if (scope === undefined || isKnown) return;
    this.#relations.push({ node, name, scope });
    if (hasStar(scope)) this.#loseUses(scope);
  }

  /** A `*` is masked, and with it the columns of the subquery that it is in. */
  addStar(star: SyntaxNode): void {
    this.#isStarLost = true;
    const statement = nearest(star, STATEMENTS);
    if (statement !== undefined) this.#loseUses(statement);
  }

  #loseUses(statement: SyntaxNode): void {
    for (const use of this.#usesOf(containerOf(statement))) this.addRelation(use.node, use.name);
  }

  /** Whether a relation is masked within a node. */
  hasRelationIn(node: SyntaxNode): boolean {
    return this.#relations.some((one) => isWithin(one.node, node));
  }

  get anyColumn(): boolean {
    return this.#columns.size > 0;
  }

  /** A column that both sides of a join should have. */
  addColumn(name: string): void {
    this.#columns.add(name);
  }

  hasColumn(name: string): boolean {
    return this.#columns.has(name);
  }

  /** An expression is masked: the column of a subquery that it is in has no certain type any more. */
  addUntyped(node: SyntaxNode): void {
    for (let one: SyntaxNode | undefined = node; one !== undefined; one = one.parent) {
      if (one.kind !== 'ResTarget' || one.role !== 'targetList') continue;
      const container = one.parent && containerOf(one.parent);
      if (container === undefined) continue;
      const name = one.members['name'] ?? columnName(one.children[0]);
      if (typeof name === 'string') this.#untyped.add(name);
      const renamed = [container, ...this.#usesOf(container).map((use) => use.node)];
      for (const { members } of renamed) {
        const alias = members['alias'] as { colnames?: unknown } | undefined;
        const names = [...namesIn(alias?.colnames), ...namesIn(members['aliascolnames'])];
        names.forEach((each) => this.#untyped.add(each));
      }
    }
  }

  /** Whether a node may be about something that is masked. */
  isIn(node: SyntaxNode): boolean {
    if (this.#relations.length === 0 && this.#columns.size === 0) return false;
    return columnsIn(node).some((column) => {
      const fields = namesIn(column.members['fields']);
      if (fields.length === 1 && this.#columns.has(fields[0]!)) return true;
      return this.#relations.some(
        ({ name, scope }) =>
          (fields.length === 1 || fields.at(-2) === name) && isWithin(column, scope),
      );
    });
  }

  /** Whether a column without a certain type is used in a node. */
  isUntyped(node: SyntaxNode): boolean {
    return (
      this.#untyped.size > 0 &&
      columnsIn(node).some(({ members }) =>
        [...this.#untyped, '*'].includes(namesIn(members['fields']).at(-1)!),
      )
    );
  }

  /** Where the result of a subquery or of WITH is used. */
  #usesOf(container: SyntaxNode | undefined): readonly { node: SyntaxNode; name: string }[] {
    if (container === undefined) return [];
    if (container.kind === 'RangeSubselect') {
      const alias = container.members['alias'] as { aliasname?: string } | undefined;
      return [{ node: container, name: alias?.aliasname ?? '' }];
    }
    return [this.#root, ...descendantsOf(this.#root)]
      .filter(({ kind }) => STATEMENTS.has(kind))
      .flatMap(fromItems)
      .filter(({ node }) => node.members['relname'] === container.members['ctename']);
  }
}

const columnsIn = (node: SyntaxNode): readonly SyntaxNode[] =>
  [node, ...descendantsOf(node)].filter(({ kind }) => kind === 'ColumnRef');

const hasStar = (statement: SyntaxNode): boolean =>
  childrenIn(statement, 'targetList').some(({ children: [value] }) =>
    namesIn(value?.members['fields']).includes('*'),
  );

function isWithin(node: SyntaxNode, scope: SyntaxNode): boolean {
  for (let one: SyntaxNode | undefined = node; one !== undefined; one = one.parent) {
    if (one === scope) return true;
  }
  return false;
}

/** The subquery of FROM, or the query of WITH, whose columns a SELECT gives. */
function containerOf(select: SyntaxNode): SyntaxNode | undefined {
  let one = select;
  while (one.kind === 'SelectStmt' && (one.role === 'larg' || one.role === 'rarg')) {
    one = one.parent!;
  }
  return one.parent && CONTAINERS.has(one.parent.kind) ? one.parent : undefined;
}
