import type { PgError } from '../engine/protocol.js';
import { quoted } from '../text/names.js';
import { findRelation, type Statement, type ReasonInput } from './analysis.js';
import type { MaskedStatement } from './masked-statement.js';
import { maskFor, type NodeMask } from './masks.js';
import { descendantsOf, namesIn, type Members, type SyntaxNode } from './syntax.js';

export interface Located {
  readonly node?: SyntaxNode | undefined;
  readonly offset?: number | undefined;
  readonly about?: Partial<ReasonInput>;
  readonly mask?: NodeMask;
  /** A mask made the error. */
  readonly isEcho?: boolean;
}

/** The place of an error that PostgreSQL gives without one: from the syntax tree, with the catalog or by asking whether it persists under a mask. */
export async function locate(
  error: PgError,
  masked: MaskedStatement,
  persists: (mask: NodeMask) => Promise<boolean>,
): Promise<Located | undefined> {
  const { statement } = masked;
  const all = [statement.root, ...descendantsOf(statement.root)];
  const statements = all.filter((one) => one.isStatement);
  switch (error.code) {
    case '42703':
      return missingInUsing(all, masked, persists);
    case '42712':
      return statements
        .map((one) => second(one.fromItems, ({ name }) => name))
        .map((item) => at(item?.node, { ...(item && { name: item.name }) }))
        .find(Boolean);
    case '42P10': {
      // FROM users u (a, b)
      const items = statements.flatMap((one) => one.fromItems);
      const renamed = items.find(
        ({ node }) => (node.members['alias'] as Members | undefined)?.['colnames'],
      );
      return at(renamed?.node, { code: 'column_count', target: 'alias' });
    }
    case '428C9':
      return generatedColumn(statements, statement);
    case '42601':
      return statements
        .map((one) => second(one.childrenIn('targetList'), ({ members }) => members['name']))
        .map((node) => at(node))
        .find(Boolean);
    case '42804':
      return untypedCall(all, masked, persists);
    case '55000':
      return at(statements.find(({ target }) => target)?.target, { target: 'view' });
    case '42704': {
      // ON CONFLICT ON CONSTRAINT name
      const node = all.find(({ kind, members }) => kind === 'infer' && members['conname']);
      return node && { node, offset: statement.tokens.all[node.from + 2]?.start ?? node.start };
    }
    case '0A000':
      return lockingClause(all, statement);
    default:
      return undefined;
  }
}

const at = (node: SyntaxNode | undefined, about: Partial<ReasonInput> = {}): Located | undefined =>
  node && { node, offset: Math.max(0, node.start), about };

/** The first one whose name an earlier one has. */
const second = <One>(all: readonly One[], of: (one: One) => unknown): One | undefined =>
  all.find((one, n) => of(one) && all.slice(0, n).some((other) => of(other) === of(one)));

/** The column of a USING list without which the error goes away. */
async function missingInUsing(
  all: readonly SyntaxNode[],
  masked: MaskedStatement,
  persists: (mask: NodeMask) => Promise<boolean>,
): Promise<Located | undefined> {
  const { tokens } = masked.statement;
  for (const join of all) {
    const names = join.kind === 'JoinExpr' ? namesIn(join.members['usingClause']) : [];
    if (names.length === 0) continue;
    let using = join.childrenIn('rarg')[0]!.to;
    while (using < tokens.all.length && tokens.word(using) !== 'using') using++;
    const close = tokens.partners.get(using + 1);
    if (close === undefined) continue;
    const [start, end] = [tokens.all[using]!.start, tokens.all[close]!.end];
    for (const [n, column] of names.entries()) {
      const left = names.filter((one) => !masked.columns.has(one));
      if (!left.includes(column)) continue;
      const others = left.filter((one) => one !== column).map(quoted);
      const text = others.length === 0 ? 'ON true' : `USING (${others.join(', ')})`;
      const mask = { start, end, text, column };
      if (await persists(mask)) continue;
      const offset = tokens.all[using + 2 + 2 * n]!.start;
      const isEcho = masked.hasLostRelation(join);
      return { offset, about: { target: 'column', name: column }, mask, isEcho };
    }
  }
  return undefined;
}

/** The innermost call without which the error goes away: its arguments do not tell a type. */
async function untypedCall(
  all: readonly SyntaxNode[],
  { statement, text }: MaskedStatement,
  persists: (mask: NodeMask) => Promise<boolean>,
): Promise<Located | undefined> {
  for (const node of all.filter(({ kind }) => kind === 'FuncCall').toReversed()) {
    const mask = text.covers(node) ? undefined : maskFor(node, statement, new Set());
    if (mask && !(await persists(mask))) return at(node);
  }
  return undefined;
}

async function generatedColumn(
  statements: readonly SyntaxNode[],
  context: Statement,
): Promise<Located | undefined> {
  for (const statement of statements) {
    const { target } = statement;
    const relation = findRelation(target?.members, context);
    if (relation === undefined) continue;
    const rows = await context.postgres.rows<{ name: string }>(
      "SELECT attname::text AS name FROM pg_attribute WHERE attrelid = $1 AND (attgenerated <> '' OR attidentity = 'a')",
      [relation.oid],
    );
    const columns = [...statement.childrenIn('cols'), ...statement.childrenIn('targetList')];
    const column = columns.find(({ members }) => rows.some(({ name }) => name === members['name']));
    if (column !== undefined) return at(column);
    if (rows.length > 0 && columns.length === 0) return at(target);
  }
  return undefined;
}

/** PostgreSQL points at the list of ON CONFLICT, not at the column in it. */
export function conflictColumn(node: SyntaxNode, statement: Statement): Located {
  const columns = findRelation(node.statement?.target?.members, statement)?.columns ?? [];
  const names = node.childrenIn('indexElems').map(({ members }) => String(members['name'] ?? ''));
  const isMissing = (one: string) => !columns.some((column) => column.name === one);
  const name = names.find((one) => one !== '' && isMissing(one)) ?? names[0];
  const token = name === undefined ? undefined : statement.tokens.named(name, node.start);
  const about = { target: 'column', ...(name !== undefined && { name }) };
  return { node, offset: token?.start ?? node.start, about };
}

/** FOR UPDATE, where rows cannot be locked. */
function lockingClause(all: readonly SyntaxNode[], { tokens }: Statement): Located | undefined {
  const token = tokens.all.findLast(
    ({ word }, n) => word === 'for' && /^(?:update|share|no|key)$/.test(tokens.word(n + 1)),
  );
  if (!token || !all.some(({ kind }) => kind === 'LockingClause')) return undefined;
  return { offset: token.start, about: { target: 'statement', name: 'FOR UPDATE' } };
}
