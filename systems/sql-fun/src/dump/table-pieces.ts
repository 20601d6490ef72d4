import { SourceText, type Span } from '../text/index.js';
import { isConstant, only, quoted, type NodeOf } from './nodes.js';
import { clausesFrom, isWord, outerTokens, partsFrom, type Edit, type Piece } from './rewriting.js';
import { UNRESOLVED } from './stubs.js';

type Column = NodeOf<'ColumnDef'>;
type DomainParts = Pick<Column, 'constraints' | 'collClause'>;

const CONSTRAINTS: Readonly<Record<string, string>> = {
  ...{ CONSTR_NOTNULL: 'NOT NULL', CONSTR_DEFAULT: 'The default', CONSTR_IDENTITY: 'The identity' },
  ...{ CONSTR_GENERATED: 'The generated expression', CONSTR_CHECK: 'A check constraint' },
  ...{ CONSTR_PRIMARY: 'The primary key', CONSTR_UNIQUE: 'A unique constraint' },
  ...{ CONSTR_EXCLUSION: 'An exclusion constraint', CONSTR_FOREIGN: 'A foreign key' },
};

const wordsFor = ({ contype, conname }: NodeOf<'Constraint'>) =>
  (CONSTRAINTS[contype ?? ''] ?? 'A constraint') + (conname === undefined ? '' : ` ${conname}`);

const CLAUSES = ['inherits', 'partition', 'using', 'with', 'without', 'on', 'tablespace', 'server'];
const OF_SERVER = new Set(['using', 'with', 'without']);

/** What a CREATE TABLE with a list of columns can do without. */
export function tablePieces(table: NodeOf<'CreateStmt'>, text: string): Piece[] {
  // The columns, as one pair of parentheses.
  const list = [...outerTokens(text, 0)].find(({ start }) => text[start] === '(');
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
  const pieces = parts.map((part, n) => ({ ...part, end: end(n + 1), to: ' ', column: name }));
  if (column.typeName === undefined) return pieces;
  const stub = { start: type, end: end(0), to: `${UNRESOLVED} `, what: 'The type', column: name };
  return [stub, ...pieces];
}

/** The constraints that have a text of their own: DEFERRABLE and the like belong to the one before. */
const constraintsOf = ({ constraints }: Pick<Column, 'constraints'>) =>
  only('Constraint', constraints).filter(({ contype }) => !contype?.startsWith('CONSTR_ATTR'));

/** ADD COLUMN would evaluate its default. SET DEFAULT, in the same statement, does not. */
export function defaultEdits(column: Column, span: Span, source: SourceText): Edit[] {
  const pieces = columnPieces(column, span, source);
  return constraintsOf(column).flatMap(({ contype, raw_expr, location = 0 }): Edit[] => {
    if (contype !== 'CONSTR_DEFAULT' || isConstant(raw_expr)) return [];
    const { start, end } = pieces.find((piece) => piece.start === source.offset(location))!;
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
  const pieces = columnPieces(column, span, source);
  if (defaultEdits(column, span, source).length === 0) return pieces;
  const { end } = span;
  const later = { start: end, end, to: '', what: 'The default', column: column.colname ?? '' };
  return [...pieces, later];
}

/** Nobody knows when a domain's checks run: `'{1}'::d[]` runs them while a query is read. So none of them says anything. */
export function domainEdits(domain: DomainParts, text: string): Edit[] {
  const source = new SourceText(text);
  const constraints = constraintsOf(domain);
  const starts = [...constraints, ...(domain.collClause ? [domain.collClause] : [])].map(
    ({ location }) => source.offset(location ?? 0),
  );
  return constraints.flatMap(({ contype, conname, raw_expr }, index): Edit[] => {
    const start = starts[index]!;
    const end = Math.min(text.length, ...starts.filter((other) => other > start));
    const named = conname === undefined ? '' : `CONSTRAINT ${quoted(conname)} `;
    if (contype === 'CONSTR_CHECK') return [{ start, end, to: `${named}CHECK (true) ` }];
    if (contype === 'CONSTR_DEFAULT' && !isConstant(raw_expr)) return [{ start, end, to: ' ' }];
    return [];
  });
}
