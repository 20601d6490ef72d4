import type { PgType } from '../pg/index.js';
import { notAllowed } from './not-allowed.js';
import type { StatementSession } from './session.js';

/** Rows of a type come from anywhere, such as a function: to look into them is allowed where all of their columns may be seen. */
export function refuseHiddenRow({ schema, name }: PgType, { exposure }: StatementSession): void {
  if (exposure === undefined || schema === 'pg_catalog') return;
  if (exposure.everythingOf(schema) || exposure.allColumns(schema, name)) return;
  throw notAllowed('type', `${schema}.${name}`);
}
