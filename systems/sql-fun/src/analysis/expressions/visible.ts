import type { Lookup } from '../../pg/index.js';
import { closest } from '../../text/index.js';
import type { Session } from '../model.js';
import { notAllowed } from '../not-allowed.js';

/** Whether everything in a schema may be seen, so that a missing name may be called missing. */
export function seesAllOf(schema: string, { exposure }: Session): boolean {
  return exposure === undefined || schema === 'pg_catalog' || exposure.everythingOf(schema);
}

/** The schemas of the search path whose functions, types and operators may be seen. */
export function visiblePath(session: Session): readonly string[] {
  if (session.exposure === undefined) return session.path;
  return session.path.filter((schema) => seesAllOf(schema, session));
}

/** Where a name is looked for. A schema that may not be seen is refused, whatever is in it. */
export function lookupOf(
  parts: readonly string[],
  target: 'function' | 'type' | 'operator',
  session: Session,
): Lookup {
  const schema = parts.at(-2);
  if (schema === undefined) return { path: visiblePath(session) };
  if (!seesAllOf(schema, session)) throw refusal(parts, target);
  return { schema };
}

/** A name that was not found may be one that must not be seen: then it is refused. */
export function refuseHidden(
  parts: readonly string[],
  target: 'function' | 'type' | 'operator',
  session: Session,
  candidates: Iterable<string> = [],
): void {
  if (parts.length === 1 && visiblePath(session).length < session.path.length) {
    throw refusal(parts, target, closest(parts[0]!, candidates));
  }
}

function refusal(parts: readonly string[], target: string, near: readonly string[] = []) {
  return notAllowed(target, parts.join('.'), near);
}
