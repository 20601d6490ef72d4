import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;

/** What npm installs for the command alone, as links to the workspaces. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'errata-cli-'));
  const link = (name: string): void => {
    const path = join(folder, 'node_modules', name);
    if (existsSync(path)) return;
    const source = join(ROOT, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(source, path);
    const manifest = readFileSync(join(source, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: object };
    Object.keys(dependencies).forEach(link);
  };
  link('@errata/cli');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The links are kept as they are: a package that is not in the folder is not found. */
function errata(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const program = join(folder, 'node_modules/@errata/cli/bin/errata.js');
  const options = ['--preserve-symlinks', '--preserve-symlinks-main', program, ...argv];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, options, { cwd: folder }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

describe('errata without the systems', () => {
  it.each([
    ['serve routeros', 'routeros'],
    ['serve engram --help', 'engram'],
    ['serve sql-fun', 'sql-fun'],
    ['sim openmemory', 'engram'],
    ['engram users list', 'engram'],
    ['prove erlmcp', 'erlmcp'],
    ['sql check queries', 'sql-fun'],
  ])('%s says how to install %s', async (command, system) => {
    expect(await errata(...command.split(' '))).toEqual({
      code: 2,
      out: '',
      err:
        `errata: this command needs @errata/${system}: npm install @errata/${system}\n` +
        `Before the first release: run npm run pack -- ${system} in a clone of Errata.\n`,
    });
  });

  it.each([
    ['explain -32001', /-32001/],
    ['catalog engram', /OPENMEMORY_CONNECTION_FAILED/],
    ['collisions', /-32001/],
    ['check --list', /jsonrpc\//],
    ['serve --help', /engram +a memory gateway for agents \(not installed\)/],
  ])('%s works', async (command, expected) => {
    const { code, out, err } = await errata(...command.split(' '));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(expected);
  });
});
