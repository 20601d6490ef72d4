import type { TypeName } from 'libpg-query';
import { resolveTypeName, type TypeUse } from '../../pg/index.js';
import { closest } from '../../text/index.js';
import type { Session } from '../model.js';
import { extensionMayHaveNames } from './extensions.js';
import { locationOf, partsOf } from './names.js';
import { seesType } from './exposed-types.js';
import { hasSchema } from './has-schema.js';
import { lookupOf, refuseHidden, visiblePath } from './visible.js';

/** The type that a name means; one that is not there is reported. */
export function resolveType(name: TypeName, session: Session): TypeUse | undefined {
  const parts = partsOf(name.names);
  const { catalog } = session.schema;
  const meant = resolveTypeName(name, catalog, session.path);
  if (meant !== undefined && seesType(meant.type, session)) return meant;
  // From here on, what is hidden and what is not there get the same answers.
  const where = lookupOf(parts, 'type', session);
  const use = 'path' in where ? resolveTypeName(name, catalog, where.path) : undefined;
  if (use !== undefined || !hasSchema(parts, locationOf(name), session)) return use;
  refuseHidden(parts, 'type', session);
  report(parts, locationOf(name), name.pct_type === true, session);
  return undefined;
}

function report(
  parts: readonly string[],
  location: number | undefined,
  ofColumn: boolean,
  session: Session,
): void {
  const name = parts.join('.');
  const about = { target: 'type', name, location } as const;
  if (ofColumn) {
    const message = `The type of ${name} is not looked up.`;
    session.report({ ...about, code: 'unresolved', message });
  } else if (extensionMayHaveNames(session)) {
    const message = `Type ${name} is not in the dump; it may come with an extension.`;
    session.report({ ...about, code: 'unresolved', message });
  } else {
    const didYouMean = closest(parts.at(-1) ?? '', namesOfTypes(parts.at(-2), session));
    const message = `There is no type ${name}.`;
    const hint = didYouMean.length > 0 && { didYouMean };
    session.report({ ...about, code: 'not_found', message, ...hint });
  }
}

const COMMON = [
  ...[
    'bigint',
    'boolean',
    'bytea',
    'date',
    'integer',
    'interval',
    'json',
    'jsonb',
    'numeric',
    'real',
  ],
  ...['smallint', 'text', 'time', 'timestamp', 'timestamptz', 'uuid', 'varchar', 'inet', 'xml'],
];

function* namesOfTypes(schema: string | undefined, session: Session): Iterable<string> {
  if (schema === undefined) yield* COMMON;
  for (const each of schema === undefined ? visiblePath(session) : [schema]) {
    for (const [name, { kind }] of session.schema.namespaces.get(each)?.types ?? []) {
      if (kind !== 'array') yield name;
    }
  }
}
