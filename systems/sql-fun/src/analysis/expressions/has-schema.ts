import { closest } from '../../text/index.js';
import type { Session } from '../model.js';

const SYSTEM = new Set(['pg_catalog', 'information_schema', 'pg_temp', 'pg_toast']);

/** Whether the schema of a qualified name is there; one that is not is reported. */
export function hasSchema(
  parts: readonly string[],
  location: number | undefined,
  session: Session,
): boolean {
  const name = parts.at(-2);
  const { namespaces } = session.schema;
  if (name === undefined || SYSTEM.has(name) || namespaces.has(name)) return true;
  const seen = [...namespaces.keys()].filter((each) => session.exposure?.schema(each) ?? true);
  const didYouMean = closest(name, seen);
  session.report({
    code: 'not_found',
    target: 'schema',
    name,
    message: `There is no schema ${name}.`,
    ...(didYouMean.length > 0 && { didYouMean }),
    location,
  });
  return false;
}
