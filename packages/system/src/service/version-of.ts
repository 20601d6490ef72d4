import { readFileSync } from 'node:fs';

/** The version that a package's manifest says. */
export function versionOf(manifest: URL): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
