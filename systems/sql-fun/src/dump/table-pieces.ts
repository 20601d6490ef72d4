import { SourceText, type Span } from '../text/index.js';
import { isConstant, quoted, type NodeOf } from './nodes.js';
import { clausesFrom, isWord, outerTokens, partsFrom, type Edit, type Piece } from './rewriting.js';
import { UNRESOLVED } from './stubs.js';

type Constraint = NodeOf<'Constraint'>;
type Column = NodeOf<'ColumnDef'>;

const CONSTRAINTS: Readonly<Record<string, string>> = {
  CONSTR_NOTNULL: 'NOT NULL',
  CONSTR_DEFAULT: 'The default',
  CONSTR_IDENTITY: 'The identity',
  CONSTR_GENERATED: 'The generated expression',
  CONSTR_CHECK: 'A check constraint',
  CONSTR_PRIMARY: 'The primary key',
  CONSTR_UNIQUE: 'A unique constraint',
  CONSTR_EXCLUSION: 'An exclusion constraint',
  CONSTR_FOREIGN: 'A foreign key',
};

const wordsFor = ({ contype, conname }: Constraint) =>
  (CONSTRAINTS[contype ?? ''] ?? 'A constraint') + (conname === undefined ? '' : ` ${conname}`);

const CLAUSES = ['inherits', 'partition', 'using', 'with', 'without', 'on', 'tablespace', 'server'];
const OF_SERVER = new Set(['using', 'with', 'without']);

/** What a CREATE TABLE with a list of columns can do without. */
export function tablePieces(table: NodeOf<'CreateStmt'>, text: string): Piece[] {
  const list = listOf(text);
  if (list === undefined || table.partbound || table.ofTypename) return [];
  const source = new SourceText(text);
  const elements = partsFrom(text, list.start + 1);
  const clauses = clausesFrom(text, list.end, [...CLAUSES, 'options'])
    .filter(({ word }) => word !== 'server')
    .map(({ start, end, word }) => {
      const what = `The clause ${word.toUpperCase()}`;
      return { start, end, to: '', what, ofServer: OF_SERVER.has(word) };
    });
  return [
    ...clauses,
    ...(table.tableElts ?? []).flatMap((node, index): Piece[] => {
      const span = elements[index];
      if (span === undefined) return [];
      if ('ColumnDef' in node) return columnPieces(node.ColumnDef, span, source);
      const what = 'Constraint' in node ? wordsFor(node.Constraint) : 'The clause LIKE';
      return [{ ...span, to: '', what, list: elements }];
    }),
  ];
}

/** The columns of a table, as one pair of parentheses. */
function listOf(text: string): Span | undefined {
  for (const token of outerTokens(text, 0)) {
    if (text[token.start] === '(') return token;
  }
  return undefined;
}

/** What a column can do without: its type becomes a stub, the rest goes. */
export function columnPieces(column: Column, span: Span, source: SourceText): Piece[] {
  const { text } = source;
  const name = column.colname ?? '';
  const parts: { start: number; what: string; ofServer?: boolean }[] = constraintsOf(column).map(
    (one) => ({ start: source.offset(one.location ?? 0), what: wordsFor(one) }),
  );
  const collation = column.collClause?.location;
  if (collation !== undefined) {
    parts.push({ start: source.offset(collation), what: 'The collation' });
  }
  const type = source.offset(column.typeName?.location ?? 0);
  for (const token of outerTokens(text, type)) {
    if (token.start >= span.end) break;
    if (!isWord(token, text, 'compression', 'storage', 'options')) continue;
    if (parts.every(({ start }) => token.start < start)) {
      parts.push({ start: token.start, what: 'The storage option', ofServer: true });
    }
  }
  parts.sort((a, b) => a.start - b.start);
  const end = (index: number) => parts[index]?.start ?? span.end;
  const pieces = parts.map((part, index) => ({
    ...part,
    end: end(index + 1),
    to: ' ',
    column: name,
  }));
  if (column.typeName === undefined) return pieces;
  const stub = { start: type, end: end(0), to: `${UNRESOLVED} `, what: 'The type', column: name };
  return [stub, ...pieces];
}

/** The constraints that have a text of their own: DEFERRABLE and the like belong to the one before. */
function constraintsOf({ constraints }: Pick<Column, 'constraints'>): Constraint[] {
  return (constraints ?? []).flatMap((node) =>
    'Constraint' in node && !node.Constraint.contype?.startsWith('CONSTR_ATTR')
      ? [node.Constraint]
      : [],
  );
}

/** ADD COLUMN would evaluate its default. SET DEFAULT, in the same statement, does not. */
export function defaultEdits(column: Column, span: Span, source: SourceText): Edit[] {
  const pieces = columnPieces(column, span, source);
  return constraintsOf(column).flatMap((one): Edit[] => {
    if (one.contype !== 'CONSTR_DEFAULT' || isConstant(one.raw_expr)) return [];
    const { start, end } = pieces.find(
      (piece) => piece.start === source.offset(one.location ?? 0),
    )!;
    const clause = source.text.slice(start, end).replace(/^CONSTRAINT\s.*?\sDEFAULT/is, 'DEFAULT');
    const set = `, ALTER COLUMN ${quoted(column.colname ?? '')} SET ${clause}`;
    return [
      { start, end, to: ' ' },
      { start: span.end, end: span.end, to: set },
    ];
  });
}

/** What a new column can do without, its default among it, which comes after it. */
export function newColumnPieces(column: Column, span: Span, source: SourceText): Piece[] {
  const later = { start: span.end, end: span.end, to: '', what: 'The default' };
  return [
    ...columnPieces(column, span, source),
    ...(defaultEdits(column, span, source).length === 0
      ? []
      : [{ ...later, column: column.colname ?? '' }]),
  ];
}

/** Nobody knows when a domain's checks run: `'{1}'::d[]` runs them while a query is read. So none of them says anything. */
export function domainEdits(
  domain: Pick<Column, 'constraints' | 'collClause'>,
  text: string,
): Edit[] {
  const source = new SourceText(text);
  const constraints = constraintsOf(domain);
  const starts = [...constraints, ...(domain.collClause ? [domain.collClause] : [])].map(
    ({ location }) => source.offset(location ?? 0),
  );
  return constraints.flatMap(({ contype, conname, raw_expr }, index): Edit[] => {
    const start = starts[index]!;
    const end = Math.min(text.length, ...starts.filter((other) => other > start));
    const span = { start, end };
    const named = conname === undefined ? '' : `CONSTRAINT ${quoted(conname)} `;
    if (contype === 'CONSTR_CHECK') return [{ ...span, to: `${named}CHECK (true) ` }];
    if (contype === 'CONSTR_DEFAULT' && !isConstant(raw_expr)) return [{ ...span, to: ' ' }];
    return [];
  });
}
