import type { Described, PgError, Postgres } from '../engine/index.js';
import { MaskedText } from './masks.js';
import { aboutOf, type About, type KnownNames } from './reasons.js';
import {
  ancestorsOf,
  descendantsOf,
  namesIn,
  nodeAt,
  readSyntax,
  type SyntaxNode,
} from './syntax.js';

/** One thing that is wrong with a statement. */
export interface FoundProblem extends About {
  readonly sqlstate: string;
  readonly message: string;
  /** In UTF-16 units of the statement; undefined where PostgreSQL does not say. */
  readonly offset?: number;
  readonly node?: SyntaxNode;
}

export interface Verdict {
  readonly problems: readonly FoundProblem[];
  /** Of the statement without what is wrong with it; undefined where nothing was left to ask about. */
  readonly described?: Described;
  /** Not all problems were looked for. */
  readonly incomplete: boolean;
}

const MAX_PROBLEMS = 20;
/** Masks that are widened count too: a statement is asked at most this often. */
const MAX_QUESTIONS = 100;

/** All that is wrong with a statement: PostgreSQL names the first problem, it is masked, and PostgreSQL is asked again. */
export async function findProblems(
  sql: string,
  postgres: Postgres,
  names: KnownNames,
): Promise<Verdict> {
  const problems: FoundProblem[] = [];
  const masked = new MaskedText(sql);
  const gone = new Set<string>();
  let root: SyntaxNode | undefined;
  for (let asked = 0; asked < MAX_QUESTIONS; asked++) {
    const described = await postgres.describe(masked.text, { tree: true });
    const { error } = described;
    if (error === undefined) {
      return { problems: inOrder(problems), described, incomplete: !described.parsed };
    }
    root ??= error.code === '42601' && asked === 0 ? undefined : readSyntax(sql);
    const offset = offsetOf(error, masked);
    const node = root && offset !== undefined ? nodeAt(root, offset) : undefined;
    const isEcho = node !== undefined && (masked.touches(node) || refersTo(node, gone));
    if (!isEcho && !(node === undefined && asked > 0)) {
      const { code: sqlstate, message } = error;
      const about = aboutOf(error, node, names);
      problems.push({
        ...{ ...about, sqlstate, message },
        ...(offset !== undefined && { offset }),
        ...(node && { node }),
      });
    }
    const mask = node && maskFor(isEcho ? widened(node, masked) : node);
    if (mask === undefined || problems.length === MAX_PROBLEMS) break;
    if (mask.relation !== undefined) gone.add(mask.relation);
    masked.add(mask.node, mask.text);
  }
  return { problems: inOrder(problems), incomplete: true };
}

const inOrder = (problems: readonly FoundProblem[]): readonly FoundProblem[] =>
  [...problems].sort((a, b) => (a.offset ?? Infinity) - (b.offset ?? Infinity) || 0);

function offsetOf({ position }: PgError, masked: MaskedText): number | undefined {
  if (position === undefined) return undefined;
  // PostgreSQL counts characters, JavaScript UTF-16 units.
  let unit = 0;
  const { text } = masked;
  for (let n = 1; n < position && unit < text.length; n++) {
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return masked.original(unit);
}

interface NodeMask {
  readonly node: SyntaxNode;
  readonly text: string;
  /** The name that columns of a masked relation are qualified with. */
  readonly relation?: string;
}

/** Expressions become NULL, relations of FROM a row without columns. What else there is cannot be masked. */
function maskFor(node: SyntaxNode | undefined): NodeMask | undefined {
  if (node === undefined) return undefined;
  if (node.kind === 'RangeVar' && isInFrom(node)) {
    const alias = (node.members['alias'] as { aliasname?: string } | undefined)?.aliasname;
    const name = alias ?? String(node.members['relname']);
    // The alias stands behind the name and stays.
    return {
      node,
      text: alias === undefined ? `(SELECT) AS ${quoted(name)}` : '(SELECT)',
      relation: name,
    };
  }
  const expression = isExpression(node) ? node : [...ancestorsOf(node)].find(isExpression);
  if (expression === undefined) return undefined;
  const { parent } = expression;
  const isColumn = parent?.kind === 'ResTarget' && parent.members['name'] === undefined;
  const name = isColumn ? columnName(expression) : undefined;
  // With its parentheses, which take no name.
  return name === undefined
    ? { node: expression, text: 'NULL' }
    : { node: parent!, text: `NULL AS ${quoted(name)}` };
}

/** An error that a mask made: the mask takes the next expression around it. */
function widened(node: SyntaxNode, masked: MaskedText): SyntaxNode | undefined {
  return [node, ...ancestorsOf(node)].find((one) => isExpression(one) && !masked.covers(one));
}

const EXPRESSIONS = new Set(
  (
    'ColumnRef A_Const ParamRef FuncCall A_Expr TypeCast SubLink CaseExpr CoalesceExpr MinMaxExpr BoolExpr NullTest BooleanTest ' +
    'A_Indirection A_ArrayExpr RowExpr CollateClause SQLValueFunction XmlExpr XmlSerialize JsonFuncExpr JsonObjectConstructor'
  ).split(' '),
);

const isExpression = ({ kind }: SyntaxNode): boolean => EXPRESSIONS.has(kind);

const isInFrom = ({ parent }: SyntaxNode): boolean =>
  parent !== undefined &&
  ['SelectStmt', 'JoinExpr', 'UpdateStmt', 'DeleteStmt'].includes(parent.kind);

/** Whether a column may be one of a relation that is masked. */
function refersTo(node: SyntaxNode, gone: ReadonlySet<string>): boolean {
  if (gone.size === 0) return false;
  return [node, ...descendantsOf(node)].some((one) => {
    if (one.kind !== 'ColumnRef') return false;
    const fields = namesIn(one.members['fields']);
    return fields.length === 1 || gone.has(fields.at(-2)!);
  });
}

function columnName({ kind, members }: SyntaxNode): string | undefined {
  if (kind === 'ColumnRef') return namesIn(members['fields']).at(-1);
  if (kind === 'FuncCall') return namesIn(members['funcname']).at(-1);
  return undefined;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
