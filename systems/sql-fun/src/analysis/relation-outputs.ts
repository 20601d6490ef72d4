import type { Relation, Schema } from '../schema/index.js';
import type { Output } from './model.js';
import { StatementSession } from './session.js';
import { analyzer } from './statement-analyzer.js';

/** The columns of a relation with their types; those of a view follow from its definition. */
export function relationOutputs(relation: Relation, schema: Schema): readonly Output[] {
  const session = new StatementSession({ schema, path: [], exposure: undefined });
  return analyzer.columnsOf(relation, session).columns;
}
