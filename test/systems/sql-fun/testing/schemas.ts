import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('../.schemas/', import.meta.url);

/**
 * The text of a schema that others wrote, which `.ci/fetch-schemas` brings, or why it is not there; where it has to be there,
 * its absence is an error.
 */
export function readSchemaOfOthers(name: string): { text: string } | { absent: string } {
  const path = fileURLToPath(new URL(`${name}.sql`, folder));
  if (existsSync(path)) return { text: readFileSync(path, 'utf8') };
  const absent = `${name}.sql is not there: run .ci/fetch-schemas test/systems/sql-fun/.schemas`;
  if (process.env['CI_SCHEMAS'] === 'required') throw new Error(absent);
  return { absent };
}
