import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { folderBesidePackages } from '@errata/testing';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const folder = folderBesidePackages();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Says at the end whether Node's HTTP was loaded. */
const WATCH = `data:text/javascript,process.on('exit', () => process.stderr.write('http: ' + process.moduleLoadList.includes('NativeModule http')))`;

describe('the README', () => {
  it('has a server that runs, and its real answers', async () => {
    const [, name, code] = /`([\w-]+\.mjs)`:\n\n```js\n([\s\S]*?)```/.exec(readme)!;
    const [, calls, program, replies] =
      /\$ cat calls\.jsonl\n([\s\S]*?)\n\$ node (\S+) < calls\.jsonl\n([\s\S]*?)\n```/.exec(
        readme,
      )!;
    expect(program).toBe(name);
    const source = join(folder, name!);
    writeFileSync(source, code!);
    const child = spawn(process.execPath, ['--import', WATCH, source]);
    child.stdin.end(`${calls}\n`);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    // Nothing of HTTP is loaded by a server on stdio.
    expect({ out, err }).toEqual({ out: `${replies}\n`, err: 'http: false' });
  });
});
