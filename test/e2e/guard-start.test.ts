import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUNDLE = fileURLToPath(new URL('../../packages/mcp/dist/bundle', import.meta.url));

/** The packages that a file of the bundle loads when it is imported; `import()` comes later. */
function loadedBy(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(BUNDLE, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^\n]*?"([^"\n]+)";$/gm)].flatMap(
    ([, from = '']) => (from.startsWith('./') ? loadedBy(from.slice(2), seen) : [from]),
  );
}

it('a guarded server starts with the lowest layer of core, and loads the rest with its first failure', () => {
  const loaded = loadedBy('index.js').filter((name) => !name.startsWith('node:'));
  expect([...new Set(loaded)]).toEqual(['@errata/core/internal/era']);
});
