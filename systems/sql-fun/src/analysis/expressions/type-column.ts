import type { ColumnRef, ParamRef } from 'libpg-query';
import type { Typed } from '../model.js';
import type { Env } from './env.js';
import { locationOf, partsOf } from './names.js';
import { UNTYPED } from './typed.js';

/** A column, or a whole row: where one value is wanted, `t.*` means the row. */
export function typeColumn(reference: ColumnRef, { scope, session }: Env): Typed {
  const parts = partsOf(reference.fields);
  const location = locationOf(reference);
  const isStar = parts.length < (reference.fields?.length ?? 0);
  if (parts.length > 0) {
    return isStar ? scope.row(parts, location) : scope.column(parts, location);
  }
  const message = 'A star stands for all columns, and one value is wanted here.';
  session.report({ code: 'misplaced', target: 'sql', name: '*', message, location });
  return UNTYPED;
}

/** A parameter, with the type that something has given it already. */
export function typeParameter({ number = 0 }: ParamRef, { session }: Env): Typed {
  return session.parameter(number);
}
