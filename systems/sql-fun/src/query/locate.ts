import type { PgError } from '../engine/index.js';
import { findRelation, type QueryContext } from './context.js';
import { fromItems, STATEMENTS, type FromItem } from './from-items.js';
import type { LostNames } from './lost-names.js';
import { aliasMask, quoted, type NodeMask } from './mask-for.js';
import type { About } from './reasons.js';
import {
  childrenIn,
  descendantsOf,
  namesIn,
  nearest,
  type Syntax,
  type SyntaxNode,
} from './syntax.js';

/** The place of an error that PostgreSQL gives without one. */
export interface Located {
  readonly node?: SyntaxNode;
  readonly offset: number;
  readonly about?: Partial<About>;
  readonly mask?: NodeMask;
  /** A column that is missing on one side of a join. */
  readonly column?: string;
  /** A mask made the error. */
  readonly isEcho?: boolean;
}

/** Whether the error is still the same when a part of the statement is masked. */
type Persists = (mask: NodeMask) => Promise<boolean>;

/** Finds the place in the syntax tree, with the catalog or by asking again. */
export async function locate(
  error: PgError,
  syntax: Syntax,
  context: QueryContext,
  lost: LostNames,
  persists: Persists,
): Promise<Located | undefined> {
  const all = [syntax.root, ...descendantsOf(syntax.root)];
  const statements = all.filter(({ kind }) => STATEMENTS.has(kind));
  switch (error.code) {
    case '42703':
      return missingInUsing(all, syntax, lost, persists);
    case '42712':
      return secondAlias(statements, syntax);
    case '42P10':
      return at(statements.flatMap(fromItems).find(hasColumnNames)?.node, {
        code: 'column_count',
        target: 'alias',
      });
    case '428C9':
      return generatedColumn(statements, context);
    case '42601':
      return at(statements.flatMap((one) => repeated(childrenIn(one, 'targetList')))[0]);
    case '55000': {
      const target = statements.flatMap((one) => childrenIn(one, 'relation'))[0];
      return at(target, { target: 'view' });
    }
    case '42704':
      return missingConstraint(all, syntax);
    case '0A000':
      return lockingClause(syntax);
    default:
      return undefined;
  }
}

const at = (node: SyntaxNode | undefined, about?: Partial<About>): Located | undefined =>
  node && { node, offset: Math.max(0, node.start), ...(about && { about }) };

/** FROM users u (a, b) */
const hasColumnNames = ({ node: { members } }: FromItem): boolean =>
  (members['alias'] as { colnames?: unknown } | undefined)?.colnames !== undefined;

/** Nodes whose name an earlier one has. */
const repeated = (nodes: readonly SyntaxNode[]): readonly SyntaxNode[] =>
  nodes.filter(
    ({ members: { name } }, n) =>
      name !== undefined && nodes.findIndex((one) => one.members['name'] === name) < n,
  );

function secondAlias(statements: readonly SyntaxNode[], syntax: Syntax): Located | undefined {
  for (const statement of statements) {
    const items = fromItems(statement).filter(({ name }) => name !== '');
    const second = items.find(({ name }, n) => items.findIndex((one) => one.name === name) < n);
    if (second === undefined) continue;
    const { node, name } = second;
    const mask = aliasMask(node, syntax);
    return { node, offset: node.start, about: { name }, ...(mask && { mask }) };
  }
  return undefined;
}

/** The column of a USING list without which the error goes away. */
async function missingInUsing(
  all: readonly SyntaxNode[],
  { tokens }: Syntax,
  lost: LostNames,
  persists: Persists,
): Promise<Located | undefined> {
  for (const join of all) {
    const names = join.kind === 'JoinExpr' ? namesIn(join.members['usingClause']) : [];
    if (names.length === 0) continue;
    const right = childrenIn(join, 'rarg')[0]!;
    let using = right.to;
    while (using < tokens.all.length && tokens.word(using) !== 'using') using++;
    const close = tokens.partner(using + 1);
    if (close === undefined) continue;
    const [start, end] = [tokens.all[using]!.start, tokens.all[close]!.end];
    for (const [n, name] of names.entries()) {
      if (lost.hasColumn(name)) continue;
      const others = names.filter((one) => one !== name && !lost.hasColumn(one)).map(quoted);
      const text = others.length === 0 ? 'ON true' : `USING (${others.join(', ')})`;
      const mask = { start, end, text };
      if (await persists(mask)) continue;
      const offset = tokens.all[using + 2 + 2 * n]!.start;
      const isEcho = lost.hasRelationIn(join);
      return { offset, about: { target: 'column', name }, mask, column: name, isEcho };
    }
  }
  return undefined;
}

async function generatedColumn(
  statements: readonly SyntaxNode[],
  context: QueryContext,
): Promise<Located | undefined> {
  for (const statement of statements) {
    const [target] = childrenIn(statement, 'relation');
    const relation = target && findRelation(target.members, context);
    if (relation === undefined) continue;
    const rows = await context.postgres.rows<{ name: string }>(
      "SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1 AND (attgenerated <> '' OR attidentity = 'a')",
      [relation.oid],
    );
    const generated = rows.map(({ name }) => name);
    const columns = [...childrenIn(statement, 'cols'), ...childrenIn(statement, 'targetList')];
    const column = columns.find(({ members }) => generated.includes(String(members['name'])));
    if (column !== undefined) return at(column);
    if (generated.length > 0 && columns.length === 0) return at(target);
  }
  return undefined;
}

/** PostgreSQL points at the list of ON CONFLICT, not at the column in it. */
export function conflictColumn(
  node: SyntaxNode,
  { tokens }: Syntax,
  context: QueryContext,
): Located {
  const target = childrenIn(ownerOf(node)!, 'relation')[0];
  const columns = (target && findRelation(target.members, context)?.columns) ?? [];
  const names = childrenIn(node, 'indexElems').map(({ members }) => String(members['name'] ?? ''));
  const isMissing = (one: string) => !columns.some((column) => column.name === one);
  const name = names.find((one) => one !== '' && isMissing(one)) ?? names[0];
  const token = tokens.all
    .slice(node.from)
    .find(({ text, word }) => word === name || text === quoted(name ?? ''));
  return {
    node,
    offset: token?.start ?? node.start,
    about: { target: 'column', ...(name !== undefined && { name }) },
  };
}

/** ON CONFLICT ON CONSTRAINT name. */
function missingConstraint(all: readonly SyntaxNode[], { tokens }: Syntax): Located | undefined {
  const node = all.find(({ kind, members }) => kind === 'infer' && members['conname']);
  if (node === undefined || node.from < 0) return undefined;
  return { node, offset: tokens.all[node.from + 2]?.start ?? node.start };
}

/** FOR UPDATE, where rows cannot be locked. */
function lockingClause({ root, tokens }: Syntax): Located | undefined {
  const locks = descendantsOf(root).some(({ kind }) => kind === 'LockingClause');
  const index = tokens.all.findLastIndex(
    ({ word }, n) => word === 'for' && /^(?:update|share|no|key)$/.test(tokens.word(n + 1)),
  );
  if (!locks || index < 0) return undefined;
  return { offset: tokens.all[index]!.start, about: { target: 'statement', name: 'FOR UPDATE' } };
}

export const ownerOf = (node: SyntaxNode): SyntaxNode | undefined => nearest(node, STATEMENTS);
