import { createValidator, type JsonSchema } from '@errata/kit';
import type { Database } from '../databases/open-database.js';
import { hidePaths, type SchemaFile } from '../policy/config.js';
import type { Exposure } from '../policy/exposure.js';
import { checkParams } from './faults.js';
import type { Schema } from './json-schemas.js';

export interface MethodContext {
  readonly project: string;
  /** The schemas (namespaces) that unqualified names are looked for in. */
  readonly path: readonly string[];
  /** What may be seen; it is there for MCP, and only there. */
  readonly exposure?: Exposure | undefined;
  /** The major version of the server that queries are for; the one of the dump where nobody says. */
  readonly serverVersion?: number | undefined;
  /** The schema that is meant where none is named. */
  readonly selected: string;
  /** A schema by its id, or the selected one. Throws what the file gives cause for. */
  schema(id?: string): Promise<LoadedSchema>;
  /** What there is to select, in the order of ids, and what is selected unless somebody selects another. */
  schemas(): Promise<{ readonly default: string; readonly schemas: readonly SchemaFile[] }>;
}

export interface LoadedSchema {
  readonly id: string;
  readonly file: string;
  readonly sha256: string;
  /** Of MCP, the one that has only what is exposed. */
  readonly database: Database;
}

export type MethodResult = Readonly<Record<string, unknown>>;

export interface Method<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
  /** For a model: when to use it, and what it answers. */
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Checks the params and answers; what goes wrong is thrown as a fault of the catalog. */
  run(params: unknown, context: MethodContext): Promise<MethodResult>;
  toText(result: MethodResult): string;
}

/** A method as it is written: its schemas say the types of its params and of its result. */
interface Definition<Name extends string, P, R> extends Omit<Method<Name>, 'run' | 'toText'> {
  readonly inputSchema: Schema<P>;
  readonly outputSchema: Schema<R>;
  run(params: P, context: MethodContext): Promise<NoInfer<R>>;
  toText(result: NoInfer<R>): string;
}

const validator = createValidator();

/** Puts the check of the params before a method, and hides paths from MCP behind it. */
export function defineMethod<N extends string, P, R>(definition: Definition<N, P, R>): Method<N> {
  const check = validator.compile(definition.inputSchema);
  return {
    ...definition,
    async run(params, context) {
      const checked = checkParams(params, check) as P;
      try {
        return (await definition.run(checked, context)) as MethodResult;
      } catch (thrown) {
        throw context.exposure === undefined ? thrown : hidePaths(thrown);
      }
    },
    toText: (result) => definition.toText(result as R),
  };
}
