import { readFileSync } from 'node:fs';

/** The version of this package; its manifest stands one folder above both the source and the build. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
