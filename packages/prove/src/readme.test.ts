import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { folderBesidePackages } from '@errata/testing';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const folder = folderBesidePackages();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The blocks as they would be pasted, each into the file that is named before it. */
const files = [...readme.matchAll(/`([\w-]+\.mjs)`:\n\n```js\n([\s\S]*?)```/g)].map(
  ([, name, code]) => {
    const path = join(folder, name!);
    writeFileSync(path, code!);
    return path;
  },
);

describe('the README', () => {
  it('names the file of every program', () => {
    expect(files.map((path) => basename(path))).toEqual([
      'door.mjs',
      'door-server.mjs',
      'prove-door.mjs',
    ]);
    expect(readme.split('```js\n')).toHaveLength(files.length + 1);
    expect(readme).not.toContain('```ts');
  });

  it('shows programs that run, and what they print', async () => {
    const shown = /```\n\$ node (\S+)\n([\s\S]*?)```/.exec(readme)!;
    const child = spawn(process.execPath, [join(folder, shown[1]!)]);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    expect({ out, err, code }).toEqual({ out: shown[2], err: '', code: 0 });
  });
});
