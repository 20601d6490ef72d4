import { parseSync } from 'libpg-query';
import type { PgError, Postgres } from '../engine/index.js';
import { isOmitted, type Definition } from './definition.js';
import { execute, isSettled, sqlOf } from './execute.js';
import { STUB_SCHEMA, type LeftOut, type LoadedDump } from './loaded-dump.js';
import { MissingTypes, type StubbedType } from './missing-types.js';
import type { DumpStatement, ReadDump } from './read-dump.js';
import { Rewritten, type Edit } from './rewriting.js';
import { searchPieces, type Removed } from './search-pieces.js';
import { UNRESOLVED } from './stubs.js';
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
  readonly #types: MissingTypes;
  /** Names may be missing by no fault of the dump: they may come from an unknown extension or a base type. */
  #mayMiss: boolean;
  #batch: Pending[] = [];
  #schema = 'public';

  constructor(dump: ReadDump, postgres: Postgres) {
    this.#dump = dump;
    this.#postgres = postgres;
    this.#types = new MissingTypes(postgres);
    this.#mayMiss = dump.unknownExtensions.length > 0;
  }

  async load(): Promise<LoadedDump> {
    const { statements, extensions, unknownExtensions, extensionSchemas, version } = this.#dump;
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
      extensionSchemas,
      ...(version !== undefined && { version }),
      lines: Object.fromEntries(this.#lines),
    };
  }

  #take(statement: DumpStatement): void {
    const { line, node, text } = statement;
    const treatment = treatmentOf(node, text);
    if (isOmitted(treatment)) {
      const { omitted, name } = treatment;
      if (name !== undefined) this.#add({ line, name, message: omitted, severity: 'note' });
      else {
        const found = this.#omitted.get(omitted);
        this.#omitted.set(omitted, { line: found?.line ?? line, count: (found?.count ?? 0) + 1 });
      }
      return;
    }
    const { searchPath, note, name, isStub = false } = treatment;
    if (searchPath !== undefined) {
      this.#schema = searchPath.find((one) => one !== '$user') ?? 'public';
    }
    const pending = { statement, definition: treatment, schema: this.#schema };
    const edits = this.#reportTypes(pending, this.#types.knownIn(treatment, nodeOf(pending)));
    const definition = { ...treatment, edits: [...treatment.edits, ...edits] };
    if (isStub) {
      this.#types.add(name);
      this.#mayMiss = true;
    }
    if (note !== undefined) this.#report(pending, note, 'note');
    if (definition.edits.length === 0 || isSettled(sqlOf(definition))) {
      this.#batch.push({ ...pending, definition });
    } else this.#report(pending, 'It could not be rewritten safely.', 'error');
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
    const types = await this.#types.findIn(definition, nodeOf(pending));
    const edits = [...definition.edits, ...this.#reportTypes(pending, types)];
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
    for (const sql of isTable || this.#mayMiss ? fallbacks : []) {
      made ||= (await this.#postgres.run(sql)) === undefined;
    }
    const what = made ? 'Only its columns are known' : 'PostgreSQL refused it';
    this.#report(pending, `${what}: ${error.message}.`, this.#severityOf(error));
    return made;
  }

  #reportTypes(pending: Pending, types: readonly StubbedType[]): Edit[] {
    const severity = this.#mayMiss ? 'note' : 'error';
    return types.map(({ names, column, edit }) => {
      const message = `The type ${names.join('.')} is unknown here: the column has no type.`;
      this.#report(pending, message, severity, column);
      return edit;
    });
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

  #severityOf({ code }: PgError): LeftOut['severity'] {
    return this.#mayMiss && MISSING.has(code) ? 'note' : 'error';
  }

  #nameOf({ definition, schema }: Pending): string {
    const { name, inSchema = true } = definition;
    return (name.length === 1 && inSchema ? [schema, ...name] : name).join('.');
  }
}

/** The node of a definition, whose text may be another one than that of its statement. */
const nodeOf = ({ statement, definition: { text } }: Pending) =>
  text === statement.text ? statement.node : parseSync(text).stmts![0]!.stmt!;

/** Relations, functions and operators, other objects, schemas. */
const MISSING = new Set(['42P01', '42883', '42704', '3F000']);

const CREATE_STUBS = `CREATE SCHEMA IF NOT EXISTS ${STUB_SCHEMA}`;
