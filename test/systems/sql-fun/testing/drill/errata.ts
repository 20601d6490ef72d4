import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));

/** The built command: what is drilled runs as users run it. */
export const ERRATA = at('packages/cli/bin/errata.js');

const PARTS = ['packages/cli/dist/index.js', 'systems/sql-fun/dist/worker/main.js'];

export function assertBuilt(): void {
  const missing = PARTS.map(at).find((path) => !existsSync(path));
  if (missing !== undefined) {
    throw new Error(`${missing} is missing: run \`npm run build\` first`);
  }
}
