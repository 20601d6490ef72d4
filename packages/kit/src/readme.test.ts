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
    const [, line, program, reply] = /\$ echo '(.*)' \| node (\S+)\n(.*)\n/.exec(readme)!;
    expect(program).toBe(name);
    const source = join(folder, name!);
    writeFileSync(source, code!);
    const child = spawn(process.execPath, ['--import', WATCH, source]);
    const calls = [
      line,
      '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}',
    ];
    child.stdin.end(`${calls.join('\n')}\n`);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const lines = out.trimEnd().split('\n');
    // Nothing of HTTP is loaded by a server on stdio.
    expect({ first: lines[0], err }).toEqual({ first: reply, err: 'http: false' });
    expect(lines[2]).toBe(
      '{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"3"}]}}',
    );
  });
});
