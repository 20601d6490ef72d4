import type { PgType, TypeUse } from '../pg/index.js';
import type { Output, Session } from './model.js';
import type { Rows } from './rows.js';

/** A type of PostgreSQL's own. */
export function builtIn(name: string, session: Session): PgType | undefined {
  return session.schema.catalog.type(name, { schema: 'pg_catalog' });
}

/** The same, as it is used without a modifier. */
export function builtInUse(name: string, session: Session): TypeUse | undefined {
  const type = builtIn(name, session);
  return type && { type, typmod: -1 };
}

/** Literals and parameters that nothing has given a type are text where a query ends. */
export function withoutUnknowns(rows: Rows, session: Session): Rows {
  if (!rows.outputs.some((output) => isUntyped(output, session))) return rows;
  const text = builtIn('text', session);
  const outputs = rows.outputs.map((output) => {
    if (!isUntyped(output, session)) return output;
    if (output.param !== undefined) {
      if (text) session.settle(output.param, text);
      const { type, typmod } = session.parameter(output.param);
      return { name: output.name, type, typmod };
    }
    return { name: output.name, type: text, typmod: -1 };
  });
  return { ...rows, outputs };
}

function isUntyped({ param, type }: Output, session: Session): boolean {
  return param !== undefined || (type?.name === 'unknown' && type === builtIn('unknown', session));
}
