import { parseSync, type Node } from 'libpg-query';
import { quoted } from '../text/names.js';
import { SourceText, type Span } from '../text/source-text.js';
import { nextToken } from '../text/split-statements.js';
import { omit, PRIVILEGES, RUNS, SERVER, isConstant } from './definition.js';
import { only, relationParts, strings, written } from './definition.js';
import { endOfName, instead, isWord, outerTokens } from './definition.js';
import { partsFrom, tokensFrom, clausesFrom } from './definition.js';
import type { Treatment, NodeOf, Edit, Piece } from './definition.js';
import { outputName, stubColumn, stubQueries, UNRESOLVED } from './stubs.js';

export function createTable(table: NodeOf<'CreateStmt'>, text: string): Treatment {
  const { inhRelations, partbound } = table;
  const name = relationParts(table.relation);
  const empty = `CREATE TABLE ${written(name)} ()`;
  const relation = { name, text, edits: tablespaceEdits(text) };
  if (partbound === undefined) {
    return { ...relation, pieces: () => tablePieces(table, text), fallbacks: [empty] };
  }
  const [parent] = only('RangeVar', inhRelations);
  const like = parent === undefined ? '' : `LIKE ${written(relationParts(parent))}`;
  const alone = `CREATE TABLE ${written(name)} (${like})`;
  const partition = { ...relation, fallbacks: [alone, empty] };
  if (isConstantBound(partbound)) return partition;
  return { ...partition, edits: [instead(text, alone)], note: NOT_CONSTANT };
}

const NOT_CONSTANT = 'The partition is not attached: its bound would have to be calculated.';

type Bound = NonNullable<NodeOf<'CreateStmt'>['partbound']>;

/** PostgreSQL evaluates the bounds of a partition. */
const isConstantBound = ({ listdatums, lowerdatums, upperdatums }: Bound) =>
  [listdatums, lowerdatums, upperdatums].every((list) => (list ?? []).every(isConstant));

/** `TABLESPACE x`, also of the index of a constraint. */
export function tablespaceEdits(text: string): Edit[] {
  if (!/\btablespace\b/i.test(text)) return [];
  const tokens = [...tokensFrom(text, 0)];
  return tokens.flatMap((token, n) => {
    if (!isWord(token, text, 'tablespace')) return [];
    const isOfIndex = isWord(tokens[n - 2], text, 'using') && isWord(tokens[n - 1], text, 'index');
    const { start } = isOfIndex ? tokens[n - 2]! : token;
    return [{ start, end: tokens[n + 1]?.end ?? text.length, to: '' }];
  });
}

const COMMAND_OMISSIONS: Readonly<Record<string, string>> = {
  ...{ AT_ChangeOwner: PRIVILEGES, AT_SetTableSpace: SERVER, AT_ClusterOn: SERVER },
  ...{ AT_DropCluster: SERVER, AT_SetAccessMethod: SERVER },
};

export function alterTable({ relation, cmds }: NodeOf<'AlterTableStmt'>, text: string): Treatment {
  const source = new SourceText(text);
  const commands = only('AlterTableCmd', cmds);
  const start = endOfRelation(text, source.offset(relation?.location ?? 0));
  const spans = partsFrom(text, start);
  const withOnly = (...some: readonly Span[]) =>
    `${text.slice(0, start)} ${some.map((one) => text.slice(one.start, one.end)).join(', ')}`;
  const reasons = commands.map(omissionOf);
  const reason = reasons.find((why) => why !== undefined);
  if (reason !== undefined) {
    const kept = spans.filter((_, index) => reasons[index] === undefined);
    if (kept.length === 0) return omit(reason);
    const rest = withOnly(...kept);
    const [again] = only('AlterTableStmt', [parseSync(rest).stmts![0]!.stmt!]);
    return alterTable(again!, rest);
  }
  const columns = commands.flatMap(({ subtype, def }, index) =>
    subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def
      ? [[def.ColumnDef, spans[index]!, source] as const]
      : [],
  );
  return {
    name: relationParts(relation),
    text,
    edits: [...columns.flatMap((column) => defaultEdits(...column)), ...tablespaceEdits(text)],
    pieces: () => columns.flatMap((column) => newColumnPieces(...column)),
    ...(spans.length > 1 && { split: spans.map((span) => withOnly(span)) }),
  };
}

function omissionOf({ subtype, def }: NodeOf<'AlterTableCmd'>): string | undefined {
  const bound = def && 'PartitionCmd' in def ? def.PartitionCmd.bound : undefined;
  if (bound !== undefined && !isConstantBound(bound)) return NOT_CONSTANT;
  return COMMAND_OMISSIONS[subtype ?? ''];
}

/** Behind `schema.table`, or `table *`. */
function endOfRelation(text: string, start: number): number {
  const end = endOfName(text, start);
  const star = nextToken(text, end);
  return text[star.start] === '*' ? star.end : end;
}

export function createView({ view, aliases, query }: NodeOf<'ViewStmt'>, text: string): Treatment {
  const name = relationParts(view);
  const stubs = stubQueries(query, strings(aliases));
  const fallbacks = stubs.map((stub) => `CREATE VIEW ${written(name)} AS ${stub}`);
  const pieces = () => targetPieces(query, text);
  return { name, text, edits: [], pieces, fallbacks };
}

/** The results of a query: one that is refused becomes a column without a type. */
function targetPieces(query: Node | undefined, text: string): Piece[] {
  if (query === undefined || !('SelectStmt' in query) || query.SelectStmt.larg) return [];
  const targets = only('ResTarget', query.SelectStmt.targetList);
  const start = new SourceText(text).offset(targets[0]?.location ?? 0);
  const spans = partsFrom(text, start, ...AFTER_TARGETS);
  return targets.flatMap((target, index): Piece[] => {
    const [name, span] = [outputName(target), spans[index]];
    if (name === undefined || span === undefined) return [];
    return [{ ...span, to: stubColumn(name), what: 'The expression', column: name }];
  });
}

const AFTER_TARGETS = 'from where group having window order limit offset fetch for'.split(' ');

export function createTableAs(table: NodeOf<'CreateTableAsStmt'>, text: string): Treatment {
  const { into, query, objtype } = table;
  const name = relationParts(into?.rel);
  if (query === undefined || 'ExecuteStmt' in query) return omit(RUNS, name.join('.'));
  const stubs = stubQueries(query, strings(into?.colNames));
  const kind = objtype === 'OBJECT_MATVIEW' ? 'MATERIALIZED VIEW' : 'TABLE';
  const empty = (stub: string) => `CREATE ${kind} ${written(name)} AS ${stub} WITH NO DATA`;
  const edits = [...tablespaceEdits(text), ...(into?.skipData ? [] : [withoutData(text)])];
  const pieces = () => targetPieces(query, text);
  return { name, text, edits, pieces, fallbacks: stubs.map(empty) };
}

/** WITH NO DATA, in place of WITH DATA where that is written; on its own line, as the text may end with a comment. */
function withoutData(text: string): Edit {
  const [last, data] = [...outerTokens(text, 0)].slice(-2);
  const isWritten = isWord(last!, text, 'with') && data !== undefined && isWord(data, text, 'data');
  return { start: isWritten ? last!.start : text.length, end: text.length, to: '\nWITH NO DATA' };
}

/** SELECT INTO defines a table; any other SELECT is not run. */
export function selectStatement({ intoClause }: NodeOf<'SelectStmt'>, text: string): Treatment {
  const rel = intoClause?.rel;
  if (rel === undefined) return omit(RUNS);
  const name = relationParts(rel);
  const word = [...outerTokens(text, 0)].find((token) => isWord(token, text, 'into'));
  if (word === undefined) return omit(RUNS, name.join('.'));
  const end = endOfRelation(text, new SourceText(text).offset(rel.location ?? 0));
  const edits = [
    { start: 0, end: 0, to: `CREATE TABLE ${written(name)} AS ` },
    { start: word.start, end, to: '' },
    { start: text.length, end: text.length, to: '\nWITH NO DATA' },
  ];
  return { name, text, edits };
}

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

/** It is not documented when a domain's checks run: `'{1}'::d[]` runs them while a query is read. So none of them says anything. */
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
