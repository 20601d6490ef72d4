import { membersOf } from '@errata/core/contract';
import type { ParamHeader } from '@errata/edges/http';
import type { JsonSchema } from '../schema/index.js';

const KNOWN = new WeakMap<JsonSchema, readonly ParamHeader[]>();

/** The arguments that clients of 2026-07-28 repeat as headers: those marked `x-mcp-header`, reached through `properties` alone. */
export function paramHeadersOf(schema: JsonSchema | undefined): readonly ParamHeader[] | undefined {
  if (schema === undefined) return undefined;
  const known = KNOWN.get(schema);
  if (known !== undefined) return known;
  const found = [...marked(schema, [])];
  KNOWN.set(schema, found);
  return found;
}

function* marked(schema: JsonSchema, path: readonly string[]): Generator<ParamHeader> {
  for (const [name, value] of Object.entries(membersOf(schema['properties']))) {
    const property = membersOf(value);
    const header = property['x-mcp-header'];
    if (typeof header === 'string') yield { name: header, path: [...path, name] };
    yield* marked(property, [...path, name]);
  }
}
