import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Blocks that stand under `<!-- file -->`: the file's text is the block's text, and the file runs in CI. */
const blocks = [...read('README.md').matchAll(/<!-- (examples\/\S+) -->\n\n```js\n([\s\S]*?)```/g)];

describe('the README', () => {
  it('shows programs', () => expect(blocks.length).toBeGreaterThanOrEqual(1));

  it.each(blocks.map(([, file, code]) => [file!, code!]))('shows %s as it runs', (file, code) => {
    expect(code).toBe(read(file));
  });

  it.each(
    [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, target]) => target!),
  )('links to %s, which exists', (target) => expect(existsSync(join(ROOT, target))).toBe(true));
});
