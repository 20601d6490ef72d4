import type { PgType } from '../../pg/index.js';
import type { Session } from '../model.js';
import { seesAllOf } from './visible.js';

const KNOWN = new WeakMap<object, WeakMap<object, ReadonlySet<PgType>>>();

/** Whether a type may be seen: all of its schema may, or a column that may be seen is of it. Rows would show other columns. */
export function seesType(type: PgType, session: Session): boolean {
  const own = type.element ?? type;
  if (seesAllOf(own.schema, session)) return true;
  return own.kind !== 'composite' && exposedTypes(session).has(own);
}

function exposedTypes({ exposure, schema }: Session): ReadonlySet<PgType> {
  if (exposure === undefined) return new Set();
  const ofSchema = KNOWN.get(schema) ?? new WeakMap<object, ReadonlySet<PgType>>();
  KNOWN.set(schema, ofSchema);
  const known = ofSchema.get(exposure);
  if (known !== undefined) return known;
  const types = new Set<PgType>();
  for (const namespace of schema.namespaces.values()) {
    for (const { name, columns } of namespace.relations.values()) {
      for (const { name: column, use } of columns) {
        if (use === undefined || !exposure.column(namespace.name, name, column)) continue;
        types.add(use.type.element ?? use.type);
      }
    }
  }
  ofSchema.set(exposure, types);
  return types;
}
