import { parseSync } from 'libpg-query';
import type { PgError, Postgres } from '../engine/index.js';
import { isOmitted, type Definition } from './definition.js';
import { execute, isSettled, searchPieces, sqlOf } from './execute.js';
import { STUB_SCHEMA, type LeftOut, type LoadedDump } from './loaded-dump.js';
import type { DumpStatement, ReadDump } from './read-dump.js';
import type { Edit } from './rewriting.js';
import { MissingTypes, UNRESOLVED, type StubbedType } from './stubs.js';
import { treatmentOf } from './treatments.js';

/** Executes what a dump defines. Nothing of the dump runs; what is not there afterwards is listed. */
export async function loadDump(dump: ReadDump, postgres: Postgres): Promise<LoadedDump> {
  return new Loader(dump, postgres).load();
}

/** So many statements are sent at once: most of them succeed. */
const BATCH = 50;
/** SQLSTATEs of relations, functions and operators, other objects, and schemas that are missing. */
const MISSING = new Set(['42P01', '42883', '42704', '3F000']);

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
  readonly #omitted = new Map<string, { readonly line: number; count: number }>();
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
    const { statements, ...facts } = this.#dump;
    const schema = `CREATE SCHEMA IF NOT EXISTS ${STUB_SCHEMA}`;
    await this.#postgres.run(`SET check_function_bodies = off; ${schema}`);
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
    const leftOut = [...this.#leftOut.values()].sort((a, b) => a.line - b.line);
    const lines = Object.fromEntries(this.#lines);
    return { ...facts, statements: statements.length, leftOut, lines };
  }

  #take(statement: DumpStatement): void {
    const { line, node, text } = statement;
    const treatment = treatmentOf(node, text);
    if (isOmitted(treatment)) {
      const { omitted, name } = treatment;
      const known = this.#omitted.get(omitted);
      if (name !== undefined) this.#add({ line, name, message: omitted, severity: 'note' });
      else if (known !== undefined) known.count++;
      else this.#omitted.set(omitted, { line, count: 1 });
      return;
    }
    const { searchPath, note, name, isStub } = treatment;
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
      const made = !refused || (await this.#define(pending));
      if (made && pending.definition.relation) {
        this.#lines.set(nameOf(pending), pending.statement.line);
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
    const edited = { ...definition, edits };
    error = await execute(this.#postgres, sqlOf(edited));
    if (error === undefined) return true;
    if (definition.split !== undefined) return this.#defineEach(pending, definition.split);
    const removed = await searchPieces(this.#postgres, edited, error);
    if (removed === undefined) return this.#fallBack(pending, error);
    for (const [{ what, column, ofServer }, why] of removed) {
      const severity = ofServer ? 'note' : this.#severityOf(why);
      this.#report(pending, `${what} was left out: ${why.message}.`, severity, column);
    }
    return true;
  }

  async #defineEach({ statement, schema }: Pending, texts: readonly string[]): Promise<boolean> {
    let all = true;
    for (const text of texts) {
      const node = parsed(text);
      const definition = treatmentOf(node, text);
      if (isOmitted(definition)) continue;
      const one = { statement: { ...statement, node, text }, definition, schema };
      all = (await this.#define(one)) && all;
    }
    return all;
  }

  async #fallBack(pending: Pending, error: PgError): Promise<boolean> {
    const { definition, statement } = pending;
    const isTable = 'CreateStmt' in statement.node || 'CreateForeignTableStmt' in statement.node;
    let made = false;
    // A view that is refused without a reason here is refused everywhere; a table is too much to lose.
    for (const sql of (isTable || this.#mayMiss ? definition.fallbacks : undefined) ?? []) {
      made ||= (await this.#postgres.run(sql)) === undefined;
    }
    const what = made ? 'Only its columns are known' : 'PostgreSQL refused it';
    this.#report(pending, `${what}: ${error.message}.`, this.#severityOf(error));
    return made;
  }

  #reportTypes(pending: Pending, types: readonly StubbedType[]): Edit[] {
    return types.map(({ names, column, edit }) => {
      const message = `The type ${names.join('.')} is unknown here: the column has no type.`;
      this.#report(pending, message, this.#mayMiss ? 'note' : 'error', column);
      return edit;
    });
  }

  #report(pending: Pending, message: string, severity: LeftOut['severity'], column = ''): void {
    const name = [nameOf(pending), column].filter((part) => part !== '').join('.');
    this.#add({
      line: pending.statement.line,
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
}

function nameOf({ definition: { name, inSchema = true }, schema }: Pending): string {
  return (name.length === 1 && inSchema ? [schema, ...name] : name).join('.');
}

const parsed = (text: string) => parseSync(text).stmts![0]!.stmt!;

/** The node of a definition, whose text may be another one than that of its statement. */
const nodeOf = ({ statement, definition: { text } }: Pending) =>
  text === statement.text ? statement.node : parsed(text);
