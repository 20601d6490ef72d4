import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const bundleOf = (name: string) =>
  fileURLToPath(new URL(`../../packages/${name}/dist/bundle`, import.meta.url));

/** The packages that a file of a bundle loads when it is imported; `import()` comes later. */
function loadedBy(bundle: string, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(join(bundle, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^\n]*?"([^"\n]+)";$/gm)].flatMap(
    ([, from = '']) =>
      /^\.\.?\//.test(from) ? loadedBy(bundle, from.replace(/^\.\.?\//, ''), seen) : [from],
  );
}

it('a guarded server starts with the lowest layer of core, and loads the rest with its first failure', () => {
  const loaded = loadedBy(bundleOf('mcp'), 'index.js').filter((name) => !name.startsWith('node:'));
  expect([...new Set(loaded)]).toEqual(['@errata/core/internal/era']);
  const files = new Set<string>();
  expect(loadedBy(bundleOf('core'), 'internal/era.js', files)).toEqual([]);
  expect([...files].filter((file) => !/^(internal\/)?era\b/.test(file))).toEqual([]);
});
