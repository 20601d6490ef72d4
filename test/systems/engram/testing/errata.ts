import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The built command: what is tested here runs as users run it. */
export const ERRATA = fileURLToPath(
  new URL('../../../../packages/cli/bin/errata.js', import.meta.url),
);

export function assertBuilt(): void {
  const built = fileURLToPath(new URL('../../../../packages/cli/dist/index.js', import.meta.url));
  if (!existsSync(built)) throw new Error(`${built} is missing: run \`npm run build\` first`);
}
