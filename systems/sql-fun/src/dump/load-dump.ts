import { parseSync, SqlError, type Node } from 'libpg-query';
import type { Postgres } from '../engine/postgres.js';
import type { PgError } from '../engine/protocol.js';
import { SourceText } from '../text/source-text.js';
import { isOmitted, rewrite, type DumpDefinition, type Edit, type Piece } from './definition.js';
import { STUB_SCHEMA, type LeftOut, type LoadedDump } from './loaded-dump.js';
import type { DumpStatement, ReadDump } from './read-dump.js';
import { missingTypes, UNRESOLVED, type StubbedType } from './stubs.js';
import { treatmentOf } from './treatments.js';

/** So many statements are sent at once: most of them succeed. */
const BATCH = 50;
/** SQLSTATEs of relations, functions and operators, other objects, and schemas that are missing. */
const MISSING = new Set(['42P01', '42883', '42704', '3F000']);

type Severity = LeftOut['severity'];

interface Pending {
  readonly statement: DumpStatement;
  readonly definition: DumpDefinition;
  readonly schema: string;
}

/** Executes what a dump defines. Nothing of the dump runs; what is not there afterwards is listed. */
export async function loadDump(dump: ReadDump, postgres: Postgres): Promise<LoadedDump> {
  const { statements, ...facts } = dump;
  /** By their text: a statement that is tried twice says the same twice. */
  const leftOut = new Map<string, LeftOut>();
  /** By why: the lines. */
  const omissions = new Map<string, number[]>();
  const types = missingTypes(postgres);
  /** Names may be missing by no fault of the dump: they may come from an unknown extension or a base type. */
  let mayMiss = dump.unknownExtensions.length > 0;
  let batch: Pending[] = [];
  let schema = 'public';

  const add = (one: LeftOut) =>
    void leftOut.set(JSON.stringify([one.line, one.name, one.message]), one);

  function report(pending: Pending, text: string, severity: Severity, column = ''): void {
    const name = [nameOf(pending), column].filter((part) => part !== '').join('.');
    const message = text.replaceAll(`${STUB_SCHEMA}.`, '');
    add({ line: pending.statement.line, message, severity, ...(name !== '' && { name }) });
  }

  const severityOf = ({ code }: PgError): Severity =>
    mayMiss && MISSING.has(code) ? 'note' : 'error';

  function reportTypes(pending: Pending, stubbed: readonly StubbedType[]): Edit[] {
    return stubbed.map(({ names, column, edit }) => {
      const message = `The type ${names.join('.')} is unknown here: the column has no type.`;
      report(pending, message, mayMiss ? 'note' : 'error', column);
      return edit;
    });
  }

  function take(statement: DumpStatement): void {
    const { line, node, text } = statement;
    const treatment = treatmentOf(node, text);
    if (isOmitted(treatment)) {
      const { omitted, name } = treatment;
      if (name !== undefined) add({ line, name, message: omitted, severity: 'note' });
      else if (omissions.get(omitted)?.push(line) === undefined) omissions.set(omitted, [line]);
      return;
    }
    const { searchPath, note, name, isStub } = treatment;
    if (searchPath !== undefined) schema = searchPath.find((one) => one !== '$user') ?? 'public';
    const pending = { statement, definition: treatment, schema };
    const edits = reportTypes(pending, types.knownIn(treatment, nodeOf(pending)));
    const definition = { ...treatment, edits: [...treatment.edits, ...edits] };
    if (isStub) {
      types.add(name);
      mayMiss = true;
    }
    if (note !== undefined) report(pending, note, 'note');
    if (definition.edits.length === 0 || isSettled(sqlOf(definition))) {
      batch.push({ ...pending, definition });
    } else report(pending, 'It could not be rewritten safely.', 'error');
  }

  async function flush(): Promise<void> {
    const sql = batch.map(({ definition }) => sqlOf(definition)).join('\n;\n');
    const refused = batch.length > 0 && (await postgres.run(sql)) !== undefined;
    if (refused) for (const pending of batch) await define(pending);
    batch = [];
  }

  /** One statement, in the fullest form that PostgreSQL accepts. */
  async function define(pending: Pending): Promise<void> {
    const { definition } = pending;
    if ((await postgres.run(sqlOf(definition))) === undefined) return;
    for (const sql of definition.helpers ?? []) await postgres.run(sql);
    const stubbed = await types.findIn(definition, nodeOf(pending));
    const edits = [...definition.edits, ...reportTypes(pending, stubbed)];
    const edited = { ...definition, edits };
    const error = await execute(postgres, sqlOf(edited));
    if (error === undefined) return;
    if (definition.split !== undefined) return defineEach(pending, definition.split);
    const removed = await searchPieces(postgres, edited, error);
    if (removed === undefined) return fallBack(pending, error);
    for (const [{ what, column, ofServer }, why] of removed) {
      const severity = ofServer ? 'note' : severityOf(why);
      report(pending, `${what} was left out: ${why.message}.`, severity, column);
    }
  }

  async function defineEach(pending: Pending, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      const node = parsed(text);
      const definition = treatmentOf(node, text);
      if (isOmitted(definition)) continue;
      const statement = { ...pending.statement, node, text };
      await define({ ...pending, statement, definition });
    }
  }

  async function fallBack(pending: Pending, error: PgError): Promise<void> {
    const { definition, statement } = pending;
    const isTable = 'CreateStmt' in statement.node || 'CreateForeignTableStmt' in statement.node;
    let made = false;
    // A view that is refused without a reason here is refused everywhere; a lost table costs more.
    for (const sql of (isTable || mayMiss ? definition.fallbacks : undefined) ?? []) {
      made ||= (await postgres.run(sql)) === undefined;
    }
    const what = made ? 'Only its columns are known' : 'PostgreSQL refused it';
    report(pending, `${what}: ${error.message}.`, severityOf(error));
  }

  await postgres.run(`SET check_function_bodies = off; CREATE SCHEMA IF NOT EXISTS ${STUB_SCHEMA}`);
  await postgres.run(`CREATE DOMAIN ${UNRESOLVED} AS text`);
  for (const statement of statements) {
    take(statement);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  await postgres.run('RESET check_function_bodies; RESET search_path');
  for (const [why, [line, ...more]] of omissions) {
    const message = more.length === 0 ? why : `${why} (${more.length + 1} statements)`;
    add({ line: line!, message, severity: 'note' });
  }
  const sorted = [...leftOut.values()].sort((a, b) => a.line - b.line);
  return { ...facts, statements: statements.length, leftOut: sorted };
}

function nameOf({ definition: { name, inSchema = true }, schema }: Pending): string {
  return (name.length === 1 && inSchema ? [schema, ...name] : name).join('.');
}

const parsed = (text: string) => parseSync(text).stmts![0]!.stmt!;

/** The node of a definition, whose text may be another one than that of its statement. */
const nodeOf = ({ statement, definition: { text } }: Pending) =>
  text === statement.text ? statement.node : parsed(text);

export const sqlOf = ({ text, edits }: DumpDefinition) => rewrite(text, edits).text;

/** The SQL that the loader would execute for a statement; undefined if it would execute nothing. */
export function definitionOf(node: Node, text: string): string | undefined {
  const treatment = treatmentOf(node, text);
  if (isOmitted(treatment)) return undefined;
  const sql = sqlOf(treatment);
  return isSettled(sql) ? sql : undefined;
}

/** The second lock: our lexer finds where edits cut. If PostgreSQL's disagrees, the result is not one statement that the loader would execute as it is. */
export function isSettled(sql: string): boolean {
  try {
    const [first, more] = parseSync(sql).stmts ?? [];
    if (first?.stmt === undefined || more !== undefined) return false;
    const treatment = treatmentOf(first.stmt, sql);
    return !isOmitted(treatment) && words(sqlOf(treatment)) === words(sql);
  } catch (error) {
    if (error instanceof SqlError) return false;
    throw error;
  }
}

const words = (sql: string) => sql.replace(/\s+/g, ' ').trim();

export async function execute(postgres: Postgres, sql: string): Promise<PgError | undefined> {
  if (isSettled(sql)) return postgres.run(sql);
  return { code: '42601', message: 'it could not be rewritten safely' };
}

/** How often a statement is tried. */
const LIMIT = 50;

/** Executes a refused statement without the pieces that PostgreSQL refuses, found by place or by halves. Undefined: refused without all of them too. */
export async function searchPieces(
  postgres: Postgres,
  { text, edits, pieces: list }: DumpDefinition,
  refusal: PgError,
): Promise<ReadonlyMap<Piece, PgError> | undefined> {
  const pieces = list?.() ?? [];
  const removed = new Map<Piece, PgError>();
  const without = (...more: readonly Piece[]) => rewrite(text, edits, [...removed.keys(), ...more]);
  let error: PgError | undefined = refusal;
  let tries = 0;
  while (error?.position !== undefined && tries++ < LIMIT) {
    const sql = without();
    const place = sql.original(new SourceText(sql.text).offsetOfCharacter(error.position - 1));
    const [innermost] = pieces
      .filter(({ start, end }) => start <= place && (place < end || place === start))
      .filter((piece) => !removed.has(piece))
      .toSorted((a, b) => a.end - a.start - (b.end - b.start));
    if (innermost === undefined) break;
    removed.set(innermost, error);
    error = await execute(postgres, without().text);
  }
  if (error === undefined) return removed;

  const last = error;
  const probe = async (gone: readonly Piece[]) => {
    tries++;
    await postgres.run('BEGIN');
    const answer = await execute(postgres, without(...gone).text);
    await postgres.run('ROLLBACK');
    return answer;
  };
  const rest = pieces.filter((piece) => !removed.has(piece));
  if (rest.length === 0 || (await probe(rest)) !== undefined) return undefined;
  let gone = new Map(rest.map((piece) => [piece, last]));
  const bringBack = async (some: readonly Piece[]): Promise<void> => {
    if (tries >= LIMIT || some.length === 0) return;
    const fewer = new Map([...gone].filter(([piece]) => !some.includes(piece)));
    // With all of them, it was refused already.
    const answer = some === rest ? last : await probe([...fewer.keys()]);
    if (answer === undefined) gone = fewer;
    else if (some.length === 1) gone.set(some[0]!, answer);
    else {
      const half = some.length >> 1;
      await bringBack(some.slice(0, half));
      await bringBack(some.slice(half));
    }
  };
  await bringBack(rest);
  await execute(postgres, without(...gone.keys()).text);
  return new Map([...removed, ...gone]);
}
