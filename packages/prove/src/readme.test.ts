import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { buildPrograms } from '@errata/system/testing';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'errata-readme-'));
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
    const entries = files.map((path) => [basename(path, '.mjs'), path] as const);
    const built = await buildPrograms(Object.fromEntries(entries));
    try {
      const child = spawn(process.execPath, [join(built.folder, shown[1]!)]);
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      expect({ out, err, code }).toEqual({ out: shown[2], err: '', code: 0 });
    } finally {
      await built.remove();
    }
  });
});
