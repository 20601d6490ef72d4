import { Catalog } from '../catalog/index.js';
import { splitStatements, type StatementSpan } from '../text/index.js';
import type { Analysis, Problem, StatementAnalysis } from './analysis.js';
import type { QueryContext } from './context.js';
import { definitionOf, searchPathOf } from './definitions.js';
import type { AnalyzeOptions } from './options.js';
import { Places } from './places.js';
import type { Draft } from './problems.js';
import { analyzeStatement } from './statement.js';

/** Checks the statements of a text against a database. Nothing of it is executed, but what `define` gives; and that is rolled back. */
export function analyze(text: string, options: AnalyzeOptions): Promise<Analysis> {
  return options.postgres.alone(() => new TextAnalysis(text, options).run());
}

class TextAnalysis {
  readonly #text: string;
  readonly #options: AnalyzeOptions;
  readonly #places: Places;
  #context: QueryContext;
  #inTransaction = false;
  /** A definition was executed since the catalog was read. */
  #isStale = false;

  constructor(text: string, options: AnalyzeOptions) {
    const { postgres, catalog, path } = options;
    this.#text = text;
    this.#options = options;
    this.#places = new Places(text);
    this.#context = { postgres, catalog, path };
  }

  async run(): Promise<Analysis> {
    const nul = this.#text.indexOf('\0');
    if (nul !== -1) return { statements: [this.#unreadable(nul)] };
    const spans = splitStatements(this.#text);
    const statements: StatementAnalysis[] = [];
    try {
      for (const span of spans) statements.push(await this.#statement(span, spans.length > 1));
    } finally {
      const { postgres, path } = this.#options;
      if (this.#inTransaction) await postgres.rollback();
      if (this.#context.path !== path) await postgres.usePath(path);
    }
    return { statements };
  }

  async #statement(span: StatementSpan, isOneOfMany: boolean): Promise<StatementAnalysis> {
    const sql = sqlOf(this.#text, span);
    if (this.#isStale) {
      const catalog = await Catalog.read(this.#options.postgres);
      this.#context = { ...this.#context, catalog };
      this.#isStale = false;
    }
    await this.#options.postgres.usePath(this.#context.path);
    const { raw, problems, ...analysis } = await analyzeStatement(
      sql,
      this.#context,
      this.#options,
    );
    const refused = raw && isOneOfMany ? await this.#define(sql, raw) : undefined;
    const path = raw && searchPathOf(raw, this.#options.path);
    if (path !== undefined) this.#context = { ...this.#context, path };
    const all = refused === undefined ? problems : [...problems, refused];
    return { ...analysis, problems: this.#placed(all, span.start) };
  }

  async #define(
    sql: string,
    raw: NonNullable<Awaited<ReturnType<typeof analyzeStatement>>['raw']>,
  ): Promise<Draft | undefined> {
    const { define, postgres } = this.#options;
    const definition = define && definitionOf(sql, raw, define);
    if (definition === undefined) return undefined;
    if (!this.#inTransaction) {
      await postgres.begin();
      this.#inTransaction = true;
    }
    const refused = await postgres.run(definition);
    if (refused === undefined) {
      this.#isStale = true;
      return undefined;
    }
    const message = `The statements behind it are checked without this one: ${refused.message}.`;
    return { code: 'unresolved', severity: 'note', target: 'statement', name: '', message };
  }

  /** In the order of their places; what has none is at the beginning of its statement. */
  #placed(drafts: readonly Draft[], start: number): readonly Problem[] {
    return [...drafts]
      .sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0))
      .map(({ offset = 0, ...problem }) => {
        const place = this.#places.at(start + offset);
        return { ...problem, place, excerpt: this.#places.excerpt(place) };
      });
  }

  #unreadable(offset: number): StatementAnalysis {
    const message = 'The text has a NUL character.';
    const about = { code: 'syntax', severity: 'error', reason: 'INVALID_SQL' } as const;
    const draft: Draft = { ...about, target: 'statement', name: '', message, offset };
    const none = { columns: [], reads: [], writes: [], parameters: [] };
    return { kind: 'unreadable', ...none, problems: this.#placed([draft], 0) };
  }
}

/** The text of one statement; spaces stand for commands of psql in it. */
function sqlOf(text: string, { start, end, holes }: StatementSpan): string {
  let sql = '';
  let at = start;
  for (const hole of holes) {
    sql += text.slice(at, hole.start) + ' '.repeat(hole.end - hole.start);
    at = hole.end;
  }
  return sql + text.slice(at, end);
}
