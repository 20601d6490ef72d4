import type { Node } from 'libpg-query';
import type { Postgres } from '../engine/index.js';
import type { Definition } from './definition.js';
import { written } from './nodes.js';
import type { Edit } from './rewriting.js';
import { stubType, typesIn, type NamedType } from './stubs.js';

/** A type that a stub stands for, the column that it is of, and the edit for it. */
export interface StubbedType {
  readonly names: readonly string[];
  readonly column: string | undefined;
  readonly edit: Edit;
}

/** The types that a dump names and that do not exist: a domain over text stands for each. */
export class MissingTypes {
  readonly #postgres: Postgres;
  /** As they are written. */
  readonly #missing = new Set<string>();

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  add(names: readonly string[]): void {
    this.#missing.add(written(names));
  }

  /** Where a definition names types that are known to be missing. */
  knownIn(definition: Definition, node: Node): StubbedType[] {
    if (this.#missing.size === 0) return [];
    // It may define the type now.
    this.#missing.delete(written(definition.name));
    return ownTypes(definition, node)
      .filter(({ names }) => this.#missing.has(written(names)))
      .map(({ names, span }) => ({
        names,
        column: definition
          .pieces?.()
          .find(({ start, end }) => start <= span.start && span.start < end)?.column,
        edit: { ...span, to: stubType(names.at(-1)!) },
      }));
  }

  /** Asks PostgreSQL which types of a definition are missing, and makes their stubs. */
  async findIn(definition: Definition, node: Node): Promise<StubbedType[]> {
    const types = ownTypes(definition, node).map(({ names }) => names);
    // PostgreSQL refuses to look for `database.schema.type`.
    const asked = types.filter(({ length }) => length <= 2).map(written);
    if (types.length === 0) return [];
    const rows = await this.#postgres.rows<{ name: string }>(EXISTING, [asked]);
    const existing = new Set(rows.map(({ name }) => name));
    for (const names of types) {
      if (existing.has(written(names))) continue;
      this.add(names);
      await this.#postgres.run(`CREATE DOMAIN ${stubType(names.at(-1)!)} AS text`);
    }
    return this.knownIn(definition, node);
  }
}

const EXISTING = `
  SELECT name FROM unnest($1::text[]) AS name
  WHERE EXISTS (SELECT FROM pg_type WHERE oid = to_regtype(name) AND typisdefined)`;

/** The types in the text of a definition that no edit touches. */
function ownTypes({ text, edits }: Definition, node: Node): NamedType[] {
  return typesIn(node, text).filter(
    ({ span }) => !edits.some(({ start, end }) => start <= span.start && span.start < end),
  );
}
