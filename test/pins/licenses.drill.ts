import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** npm packs a license only if it is a plain file of the package's own folder. */
const PACKAGES = ['packages', 'systems'].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
);

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it.each(PACKAGES)('%s packs the license of the repository', (folder) => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspace', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' })) as [
    { readonly files: readonly { readonly path: string }[] },
  ];
  expect(packed.files.map(({ path }) => path)).toContain('LICENSE');
  expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'));
});
