import type { PgField, Routine } from '../../pg/index.js';
import type { WrittenType } from './written-type.js';

export interface DraftArgument {
  readonly name: string;
  readonly type: WrittenType;
}

/** A function or procedure whose types may not be known yet. */
export interface DraftRoutine {
  schema: string;
  name: string;
  readonly kind: Routine['kind'];
  readonly inputs: readonly DraftArgument[];
  readonly defaults: number;
  readonly variadic: boolean;
  /** Undefined where the OUT arguments say it. */
  readonly returns: WrittenType | undefined;
  readonly returnsSet: boolean;
  readonly out: readonly DraftArgument[];
  /** Of an aggregate: the function that makes the result of its state. */
  readonly final?: FinalFunction;
  readonly line: number;
}

export interface FinalFunction {
  readonly parts: readonly string[];
  readonly path: readonly string[];
  /** It gets the arguments as well as the state. */
  readonly extra: boolean;
}

export function fieldsOf(args: readonly DraftArgument[]): readonly PgField[] | undefined {
  const fields: PgField[] = [];
  for (const [i, { name, type }] of args.entries()) {
    if (type.use === undefined) return undefined;
    fields.push({ ...type.use, name: name === '' ? `column${i + 1}` : name });
  }
  return fields;
}
