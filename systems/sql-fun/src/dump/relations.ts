import { parseSync, type Node } from 'libpg-query';
import { nextToken, SourceText, type Span, type SqlToken } from '../text/index.js';
import { omit, type Treatment } from './definition.js';
import { isConstant, only, relationParts, strings, written, type NodeOf } from './nodes.js';
import { PRIVILEGES, RUNS, SERVER } from './omissions.js';
import { isWord, outerTokens, partsFrom, type Edit, type Piece } from './rewriting.js';
import { outputName, stubColumn, stubQuery } from './stubs.js';
import { defaultEdits, newColumnPieces, tablePieces } from './table-pieces.js';

export function createTable(table: NodeOf<'CreateStmt'>, text: string): Treatment {
  const name = relationParts(table.relation ?? {});
  const [parent] = only('RangeVar', table.inhRelations);
  const like = parent === undefined ? '' : `LIKE ${written(relationParts(parent))}`;
  const empty = `CREATE TABLE ${written(name)} ()`;
  const relation = { name, text, relation: true };
  const edits = tablespaceEdits(text);
  if (table.partbound === undefined) {
    const pieces = () => tablePieces(table, text);
    return { ...relation, edits, pieces, fallbacks: [empty] };
  }
  const alone = `CREATE TABLE ${written(name)} (${like})`;
  const fallbacks = [alone, empty];
  if (isConstantBound(table.partbound)) return { ...relation, edits, fallbacks };
  const whole = { start: 0, end: text.length, to: alone };
  return { ...relation, edits: [whole], fallbacks, note: NOT_CONSTANT };
}

const NOT_CONSTANT = 'The partition stands alone: its bound would have to be calculated.';

type Bound = NonNullable<NodeOf<'CreateStmt'>['partbound']>;

/** PostgreSQL evaluates the bounds of a partition. */
const isConstantBound = ({ listdatums, lowerdatums, upperdatums }: Bound) =>
  [listdatums, lowerdatums, upperdatums].every((list) => (list ?? []).every(isConstant));

/** `TABLESPACE x`, also of the index of a constraint. */
function tablespaceEdits(text: string): Edit[] {
  if (!/\btablespace\b/i.test(text)) return [];
  const edits: Edit[] = [];
  let before: readonly SqlToken[] = [];
  for (let token = nextToken(text, 0); token.kind !== 'end'; token = nextToken(text, token.end)) {
    const word = (one: SqlToken | undefined) => one && text.slice(one.start, one.end).toLowerCase();
    if (word(token) === 'tablespace') {
      const isOfIndex = word(before[0]) === 'using' && word(before[1]) === 'index';
      const start = isOfIndex ? before[0]!.start : token.start;
      edits.push({ start, end: nextToken(text, token.end).end, to: '' });
    }
    before = [...before.slice(-1), token];
  }
  return edits;
}

const COMMAND_OMISSIONS: Readonly<Record<string, string>> = {
  AT_ChangeOwner: PRIVILEGES,
  AT_SetTableSpace: SERVER,
  AT_ClusterOn: SERVER,
  AT_DropCluster: SERVER,
  AT_SetAccessMethod: SERVER,
};

type Command = NodeOf<'AlterTableCmd'>;

export function alterTable({ relation, cmds }: NodeOf<'AlterTableStmt'>, text: string): Treatment {
  const source = new SourceText(text);
  const commands = only('AlterTableCmd', cmds);
  const start = endOfName(text, source.offset(relation?.location ?? 0));
  const spans = partsFrom(text, start);
  const reasons = commands.map(omissionOf);
  const reason = reasons.find((why) => why !== undefined);
  const single = (span: Span) => `${text.slice(0, start)} ${text.slice(span.start, span.end)}`;
  if (reason !== undefined) {
    const kept = spans.filter((_, index) => reasons[index] === undefined);
    return kept.length === 0
      ? omit(reason)
      : again(
          [single(kept[0]!), ...kept.slice(1).map(({ start, end }) => text.slice(start, end))].join(
            ', ',
          ),
        );
  }
  const columns = commands.flatMap(({ subtype, def }, index) =>
    subtype === 'AT_AddColumn' && def !== undefined && 'ColumnDef' in def
      ? [[def.ColumnDef, spans[index]!, source] as const]
      : [],
  );
  return {
    name: relationParts(relation ?? {}),
    text,
    edits: [...columns.flatMap((column) => defaultEdits(...column)), ...tablespaceEdits(text)],
    pieces: () => columns.flatMap((column) => newColumnPieces(...column)),
    ...(spans.length > 1 && { split: spans.map(single) }),
  };
}

function omissionOf({ subtype, def }: Command): string | undefined {
  const bound = def && 'PartitionCmd' in def ? def.PartitionCmd.bound : undefined;
  if (bound !== undefined && !isConstantBound(bound)) return NOT_CONSTANT;
  return COMMAND_OMISSIONS[subtype ?? ''];
}

function again(text: string): Treatment {
  const [first] = parseSync(text).stmts ?? [];
  return alterTable(
    (first!.stmt as { AlterTableStmt: NodeOf<'AlterTableStmt'> }).AlterTableStmt,
    text,
  );
}

/** Behind `schema.table`, or `table *`. */
function endOfName(text: string, start: number): number {
  let { end } = nextToken(text, start);
  for (let token = nextToken(text, end); text[token.start] === '.'; token = nextToken(text, end)) {
    ({ end } = nextToken(text, token.end));
  }
  const star = nextToken(text, end);
  return text[star.start] === '*' ? star.end : end;
}

export function createView({ view, aliases, query }: NodeOf<'ViewStmt'>, text: string): Treatment {
  const name = relationParts(view ?? {});
  const stub = stubQuery(query, strings(aliases));
  return {
    name,
    text,
    edits: [],
    relation: true,
    pieces: () => targetPieces(query, text),
    ...(stub !== undefined && { fallbacks: [`CREATE VIEW ${written(name)} AS ${stub}`] }),
  };
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

const AFTER_TARGETS = [
  ...['from', 'where', 'group', 'having', 'window', 'order', 'limit', 'offset', 'fetch', 'for'],
];

export function createTableAs(
  { into, query, objtype }: NodeOf<'CreateTableAsStmt'>,
  text: string,
): Treatment {
  const name = relationParts(into?.rel ?? {});
  if (query === undefined || 'ExecuteStmt' in query) return omit(RUNS, name.join('.'));
  const stub = stubQuery(query, strings(into?.colNames));
  const kind = objtype === 'OBJECT_MATVIEW' ? 'MATERIALIZED VIEW' : 'TABLE';
  const sql = `CREATE ${kind} ${written(name)} AS ${stub} WITH NO DATA`;
  return {
    name,
    text,
    edits: [...tablespaceEdits(text), ...(into?.skipData ? [] : [withoutData(text)])],
    relation: true,
    pieces: () => targetPieces(query, text),
    ...(stub !== undefined && { fallbacks: [sql] }),
  };
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
  const end = endOfName(text, new SourceText(text).offset(rel.location ?? 0));
  const edits = [
    { start: 0, end: 0, to: `CREATE TABLE ${written(name)} AS ` },
    { start: word.start, end, to: '' },
    { start: text.length, end: text.length, to: '\nWITH NO DATA' },
  ];
  return { name, text, edits, relation: true };
}
