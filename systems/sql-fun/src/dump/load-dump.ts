import { parseSync } from 'libpg-query';
import type { PgError, Postgres } from '../engine/index.js';
import { isOmitted, type Definition, type Treatment } from './definition.js';
import { execute, isSettled, sqlOf } from './execute.js';
import { STUB_SCHEMA, type LeftOut, type LoadedDump } from './loaded-dump.js';
import { written } from './nodes.js';
import type { DumpStatement, ReadDump } from './read-dump.js';
import { Rewritten, type Edit } from './rewriting.js';
import { searchPieces, type Removed } from './search-pieces.js';
import { stubType, typesIn, UNRESOLVED, type NamedType } from './stubs.js';
import { treatmentOf } from './treatments.js';

/** Executes what a dump defines. Nothing of the dump runs; what is not there afterwards is listed. */
export async function loadDump(dump: ReadDump, postgres: Postgres): Promise<LoadedDump> {
  return new Loader(dump, postgres).load();
}

/** So many statements are sent at once: most of them succeed. */
const BATCH = 50;

interface Pending {
  readonly statement: DumpStatement;
  readonly definition: Definition;
  readonly schema: string;
}

class Loader {
  readonly #dump: ReadDump;
  readonly #postgres: Postgres;
  /** By their text: a statement that is tried twice says the same twice. */
  readonly #leftOut = new Map<string, LeftOut>();
  readonly #omitted = new Map<string, { line: number; count: number }>();
  readonly #lines = new Map<string, number>();
  /** Types that a stub stands for, as they are written. */
  readonly #missingTypes = new Set<string>();
  #batch: Pending[] = [];
  #schema = 'public';

  constructor(dump: ReadDump, postgres: Postgres) {
    this.#dump = dump;
    this.#postgres = postgres;
  }

  async load(): Promise<LoadedDump> {
    const { statements, extensions, unknownExtensions, version } = this.#dump;
    await this.#postgres.run(`SET check_function_bodies = off; ${CREATE_STUBS}`);
    await this.#postgres.run(`CREATE DOMAIN ${UNRESOLVED} AS text`);
    for (const statement of statements) {
      this.#take(statement);
      if (this.#batch.length >= BATCH) await this.#flush();
    }
    await this.#flush();
    await this.#postgres.run('RESET check_function_bodies; RESET search_path');
    for (const [why, { line, count }] of this.#omitted) {
      const message = count === 1 ? why : `${why} (${count} statements)`;
      this.#add({ line, message, severity: 'note' });
    }
    return {
      statements: statements.length,
      leftOut: [...this.#leftOut.values()].sort((a, b) => a.line - b.line),
      extensions,
      unknownExtensions,
      ...(version !== undefined && { version }),
      lines: Object.fromEntries(this.#lines),
    };
  }

  #take(statement: DumpStatement): void {
    const treatment = this.#withStubs(treatmentOf(statement.node, statement.text), statement);
    if (!isOmitted(treatment)) {
      const { searchPath, note } = treatment;
      if (searchPath !== undefined) {
        this.#schema = searchPath.find((name) => name !== '$user') ?? 'public';
      }
      const pending = { statement, definition: treatment, schema: this.#schema };
      if (treatment.edits.length > 0 && !isSettled(sqlOf(treatment))) {
        this.#report(pending, 'It could not be rewritten safely.', 'error');
        return;
      }
      if (note !== undefined) this.#report(pending, note, 'note');
      this.#batch.push(pending);
      return;
    }
    const { omitted, name } = treatment;
    const { line } = statement;
    if (name !== undefined) {
      this.#add({ line, name, message: omitted, severity: 'note' });
      return;
    }
    const found = this.#omitted.get(omitted);
    this.#omitted.set(omitted, { line: found?.line ?? line, count: (found?.count ?? 0) + 1 });
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const sql = batch.map(({ definition }) => sqlOf(definition)).join('\n;\n');
    const refused = batch.length > 0 && (await this.#postgres.run(sql)) !== undefined;
    for (const pending of batch) {
      const { definition, statement } = pending;
      const made = !refused || (await this.#define(pending));
      if (made && definition.relation) {
        this.#lines.set(this.#nameOf(pending), statement.line);
      }
    }
  }

  /** One statement, in the fullest form that PostgreSQL accepts. */
  async #define(pending: Pending): Promise<boolean> {
    const { definition } = pending;
    let error = await this.#postgres.run(sqlOf(definition));
    if (error === undefined) return true;
    for (const sql of definition.helpers ?? []) await this.#postgres.run(sql);
    const edits = [...definition.edits, ...(await this.#findMissingTypes(pending))];
    error = await execute(this.#postgres, new Rewritten(definition.text, edits).sql);
    if (error === undefined) return true;
    if (definition.split !== undefined) return this.#defineEach(pending, definition.split);
    const pieces = definition.pieces?.() ?? [];
    const found = await searchPieces(this.#postgres, definition.text, edits, pieces, error);
    if (found !== undefined) {
      found.forEach((removed) => this.#reportPiece(pending, removed));
      return true;
    }
    return this.#fallBack(pending, error);
  }

  async #defineEach({ statement, schema }: Pending, texts: readonly string[]): Promise<boolean> {
    let all = true;
    for (const text of texts) {
      const node = parseSync(text).stmts![0]!.stmt!;
      const definition = treatmentOf(node, text);
      if (isOmitted(definition)) continue;
      const one = { statement: { ...statement, node, text }, definition, schema };
      all = (await this.#define(one)) && all;
    }
    return all;
  }

  async #fallBack(pending: Pending, error: PgError): Promise<boolean> {
    const { fallbacks = [] } = pending.definition;
    const isTable =
      'CreateStmt' in pending.statement.node || 'CreateForeignTableStmt' in pending.statement.node;
    let made = false;
    // A view that is refused without a reason here is refused everywhere; a table is too much to lose.
    for (const sql of isTable || this.#hasUnknown ? fallbacks : []) {
      made ||= (await this.#postgres.run(sql)) === undefined;
    }
    const what = made ? 'A stub stands for it' : 'PostgreSQL refused it';
    this.#report(pending, `${what}: ${error.message}.`, this.#severityOf(error));
    return made;
  }

  /** With a stub in place of each type that is known to be missing, which saves a refusal. */
  #withStubs(treatment: Treatment, statement: DumpStatement): Treatment {
    if (isOmitted(treatment) || this.#missingTypes.size === 0) return treatment;
    // It may define the type now.
    this.#missingTypes.delete(written(treatment.name));
    const pending = { statement, definition: treatment, schema: this.#schema };
    return { ...treatment, edits: [...treatment.edits, ...this.#stubEdits(pending)] };
  }

  #stubEdits(pending: Pending): Edit[] {
    return ownTypes(pending)
      .filter(({ names }) => this.#missingTypes.has(written(names)))
      .map(({ names, span }) => {
        const message = `A stub stands for the unknown type ${names.join('.')}.`;
        const column = pending.definition
          .pieces?.()
          .find(({ start, end }) => start <= span.start && span.start < end)?.column;
        this.#report(pending, message, this.#hasUnknown ? 'note' : 'error', column);
        return { ...span, to: stubType(names.at(-1)!) };
      });
  }

  /** Edits that put a domain in place of every type that does not exist. */
  async #findMissingTypes(pending: Pending): Promise<Edit[]> {
    const types = ownTypes(pending).map(({ names }) => names);
    if (types.length === 0) return [];
    const rows = await this.#postgres.rows<{ name: string }>(MISSING_TYPES, [types.map(written)]);
    const missing = new Set(rows.map(({ name }) => name));
    for (const names of types) {
      if (!missing.has(written(names))) continue;
      this.#missingTypes.add(written(names));
      await this.#postgres.run(`CREATE DOMAIN ${stubType(names.at(-1)!)} AS text`);
    }
    return this.#stubEdits(pending);
  }

  #reportPiece(pending: Pending, { piece, error }: Removed): void {
    const severity = piece.ofServer ? 'note' : this.#severityOf(error);
    this.#report(pending, `${piece.what} was left out: ${error.message}.`, severity, piece.column);
  }

  #report(pending: Pending, message: string, severity: LeftOut['severity'], column?: string): void {
    const { statement, definition } = pending;
    const owner = definition.name.length === 0 ? [] : [this.#nameOf(pending)];
    const name = [...owner, ...(column === undefined ? [] : [column])].join('.');
    this.#add({
      line: statement.line,
      message: message.replaceAll(`${STUB_SCHEMA}.`, ''),
      severity,
      ...(name !== '' && { name }),
    });
  }

  #add(one: LeftOut): void {
    this.#leftOut.set(JSON.stringify([one.line, one.name, one.message]), one);
  }

  /** Something that is missing may come from an unknown extension. */
  #severityOf({ code }: PgError): LeftOut['severity'] {
    return this.#hasUnknown && MISSING.has(code) ? 'note' : 'error';
  }

  get #hasUnknown(): boolean {
    return this.#dump.unknownExtensions.length > 0;
  }

  #nameOf({ definition, schema }: Pending): string {
    const { name, inSchema = true } = definition;
    return (name.length === 1 && inSchema ? [schema, ...name] : name).join('.');
  }
}

/** Relations, functions and operators, other objects, schemas. */
const MISSING = new Set(['42P01', '42883', '42704', '3F000']);

/** The types in the text of a definition that no edit touches. */
function ownTypes({ statement, definition: { text, edits } }: Pending): NamedType[] {
  const node = text === statement.text ? statement.node : parseSync(text).stmts![0]!.stmt!;
  return typesIn(node, text).filter(
    ({ span }) => !edits.some(({ start, end }) => start <= span.start && span.start < end),
  );
}

const CREATE_STUBS = `CREATE SCHEMA IF NOT EXISTS ${STUB_SCHEMA}`;

const MISSING_TYPES = `
  SELECT name FROM unnest($1::text[]) AS name
  WHERE NOT EXISTS (SELECT FROM pg_type WHERE oid = to_regtype(name) AND typisdefined)`;
