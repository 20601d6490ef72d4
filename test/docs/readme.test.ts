import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Blocks under `<!-- file -->`: the text of the block is the text of the file, which runs in CI. */
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

it('no page shows a command that could run a program of strangers from npm', () => {
  const readmes = ['packages', 'systems'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`);
  const pages = ['README.md', 'CONTRIBUTING.md', ...docs, ...readmes];
  const shown = pages.flatMap((page) =>
    [...read(page).matchAll(/^```[\s\S]*?^```/gm)]
      .filter(([block]) => /npx (-\S+ )*errata/.test(block))
      .map(([block]) => `${page}: ${block}`),
  );
  expect(shown).toEqual([]);
});
