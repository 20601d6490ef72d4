import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { CASES } from '@errata/check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run as runAll } from '../../testing/run.js';

const run = (...argv: readonly string[]) => runAll(argv);

/** A server in a few lines: it answers initialize, ping and unknown methods, and ignores text that is not JSON. */
const SERVER = `
import { createInterface } from 'node:readline';
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', (line) => {
  let request;
  try { request = JSON.parse(line); } catch { return; }
  const { id, method, params } = request;
  if (id === undefined) return;
  if (method === 'initialize') {
    const { protocolVersion } = params;
    say({ id, result: { protocolVersion, capabilities: {}, serverInfo: { name: 'tiny', version: '1' } } });
  } else if (method === 'ping') say({ id, result: {} });
  else say({ id: typeof id === 'string' ? id.toUpperCase() : id, error: { code: -32601, message: 'Method not found: ' + method } });
});
`;

function folderWithServer(first = ''): {
  readonly folder: string;
  readonly command: readonly string[];
} {
  const folder = mkdtempSync(join(tmpdir(), 'errata-check-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'server.mjs'), `${first}${SERVER}`);
  return { folder, command: ['--', process.execPath, join(folder, 'server.mjs')] };
}

/** Cases that say what they have to without the others, some of which this server fails. */
const ECHO = 'jsonrpc/5/id-echo-';

describe('errata check', () => {
  it('shows the bug of a server with the bytes, and ends with 1', async () => {
    const { command } = folderWithServer();
    const { code, out } = await run('check', '--only', ECHO, ...command);
    expect(out).toContain('tiny 1');
    expect(out).toContain('jsonrpc/5/id-echo-');
    expect(out).toMatch(/sent +\{"jsonrpc":"2\.0"/);
    expect(code).toBe(1);
  });

  it('ends with 0 where nothing fails, with or without warnings, except with --strict', async () => {
    const { command } = folderWithServer();
    const only = ['check', '--only', 'mcp/2025-06-18/transports/batch-refused-aloud'];
    expect(await run(...only, ...command)).toMatchObject({ code: 0 });
    expect(await run(...only, '--strict', ...command)).toMatchObject({ code: 1 });
  });

  it('writes every kind of report', async () => {
    const { folder, command } = folderWithServer();
    const files = ['junit', 'sarif', 'html'].map((kind) => [kind, join(folder, kind)] as const);
    const flags = files.flatMap(([kind, file]) => [`--${kind}`, file]);
    const { out, err } = await run('check', '--only', ECHO, '--json', ...flags, ...command);
    expect(JSON.parse(out)).toMatchObject({
      exit_code: 1,
      targets: [{ server: { name: 'tiny' } }],
    });
    expect(readFileSync(files[0]![1], 'utf8')).toMatch(/^<\?xml[\s\S]*<testsuites/);
    expect(JSON.parse(readFileSync(files[1]![1], 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(files[2]![1], 'utf8')).toMatch(/^<!doctype html>/i);
    for (const [, file] of files) expect(err).toContain(`wrote ${file}`);
  });

  it('knows what the baseline knows, and fails where an entry is stale', async () => {
    const { folder, command } = folderWithServer();
    const file = join(folder, 'known.json');
    const only = ['check', '--only', ECHO];
    const wrote = await run(...only, '--write-baseline', file, ...command);
    expect(wrote).toMatchObject({ code: 0 });
    expect(wrote.err).toMatch(
      new RegExp(`^[1-9]\\d* entries in ${file}: [1-9]\\d* failures, \\d+ warnings?$`, 'm'),
    );
    expect(await run(...only, '--baseline', file, ...command)).toMatchObject({ code: 0 });
    // A part of the cases says nothing about the others.
    const part = ['check', '--only', 'notifications', '--baseline', file];
    expect(await run(...part, ...command)).toMatchObject({ code: 0 });
    const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known: object[] };
    expect(known[0]).toMatchObject({ target: command.slice(1).join(' '), why: '' });
    const stale = { case: 'jsonrpc/5/id-echo-integer', era: '2025-11-25', why: 'long mended' };
    writeFileSync(file, JSON.stringify({ version: 1, known: [...known, stale] }));
    const { code, out } = await run(...only, '--baseline', file, ...command);
    expect(code).toBe(1);
    expect(out).toContain('jsonrpc/5/id-echo-integer');
  });

  it('says of a baseline that it is for other targets, unless it names none', async () => {
    const { folder, command } = folderWithServer();
    const file = join(folder, 'known.json');
    const only = ['check', '--only', ECHO, '--baseline', file, ...command];
    const about = (target?: string) =>
      writeFileSync(
        file,
        JSON.stringify({
          version: 1,
          known: CASES.filter(({ id }) => id.startsWith(ECHO))
            .slice(0, 2)
            .map(({ id }) => ({ case: id, ...(target !== undefined && { target }) })),
        }),
      );
    about('node other.mjs');
    expect((await run(...only)).err).toContain(
      `errata: 2 entries of ${file} are for targets that were not checked: node other.mjs\n`,
    );
    about();
    expect((await run(...only)).err).not.toContain('not checked');
  });

  it('keeps the reasons of a baseline that is written again', async () => {
    const { folder, command } = folderWithServer();
    const file = join(folder, 'known.json');
    const write = ['check', '--only', ECHO, '--write-baseline', file, ...command];
    await run(...write);
    const text = readFileSync(file, 'utf8').replace('"why": ""', '"why": "Mended in 2.0."');
    writeFileSync(file, text);
    await run(...write);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('writes no baseline of a server that was not judged', async () => {
    const { folder } = folderWithServer();
    const file = join(folder, 'known.json');
    const argv = ['--write-baseline', file, '--', 'errata-no-such-command'];
    const { code, err } = await run('check', ...argv);
    expect(code).toBe(2);
    expect(err).toBe(`errata: ${file} was not written: not every server could be judged\n`);
  });

  it('has printed the report where a file cannot be written in the end', async () => {
    const gone = mkdtempSync(join(tmpdir(), 'errata-check-'));
    const { command } = folderWithServer(
      `import { rmSync } from 'node:fs'; rmSync(${JSON.stringify(gone)}, { recursive: true, force: true });`,
    );
    const html = join(gone, 'report.html');
    const { code, out, err } = await run('check', '--only', ECHO, '--html', html, ...command);
    expect(out).toContain('jsonrpc/5/id-echo-');
    expect(err).toContain(`errata: cannot write ${html}: there is no folder ${gone}`);
    expect(code).toBe(2);
  });

  it('shows several servers side by side', async () => {
    const { folder } = folderWithServer();
    const server = `"${process.execPath}" "${join(folder, 'server.mjs')}"`;
    const { out, code } = await run('check', '--only', ECHO, server, `${server} other`);
    expect(out.match(/tiny 1/g)?.length).toBeGreaterThanOrEqual(2);
    expect(code).toBe(1);
  });

  it('lists the cases by group, and breaks no id', async () => {
    const { out } = await runAll(['check', '--list'], { columns: 40 });
    expect(out).toMatch(/^abuse: Alive after abuse$/m);
    const words = new Set(out.split(/\s+/));
    expect(CASES.filter(({ id }) => !words.has(id))).toEqual([]);
  });

  it.each([
    ['jsonrpc/5/alive', /^jsonrpc\/5\/alive/],
    ['JSONRPC/6/', /^jsonrpc\/6\//],
    ['errata', /^errata\//],
  ])('takes %s for how ids begin', async (only, pattern) => {
    const { out } = await run('check', '--list', '--json', '--only', only);
    const { cases } = JSON.parse(out) as { cases: { id: string }[] };
    expect(cases.map(({ id }) => id)).toEqual(
      CASES.map(({ id }) => id).filter((id) => pattern.test(id)),
    );
    expect(cases.length).toBeGreaterThan(1);
  });

  it('takes a whole id for that case alone', async () => {
    const id = 'errata/leaks/environment';
    const { out } = await run('check', '--list', '--json', '--only', id);
    expect(JSON.parse(out)).toMatchObject({ cases: [{ id }] });
    expect(CASES.filter((each) => each.id.startsWith(id)).length).toBeGreaterThan(1);
  });

  it('takes the title of a group for the group', async () => {
    const list = async (only: string) => (await run('check', '--list', '--only', only)).out;
    expect(await list('alive after ABUSE')).toBe(await list('abuse'));
  });

  it('lists the cases', async () => {
    const { out, code } = await run('check', '--list', '--only', 'batches');
    expect(out).toContain('jsonrpc/6/empty-batch');
    expect(out).not.toContain('jsonrpc/5/id-echo');
    expect(code).toBe(0);
    const { cases } = JSON.parse((await run('check', '--list', '--json')).out) as {
      cases: object[];
    };
    expect(cases.length).toBeGreaterThanOrEqual(120);
  });
});

describe('errata check, called wrongly', () => {
  it.each([
    [['check'], 'no server to check'],
    [['check', '--'], 'the command is empty'],
    [['check', 'http://example.com/mcp'], '--allow-host example.com'],
    [['check', 'ftp://127.0.0.1/'], 'neither http://, https:// nor tcp://'],
    [
      ['check', 'node', 'my/server.mjs'],
      '"node" and "my/server.mjs" would be 2 servers; did you mean: errata check -- node my/server.mjs',
    ],
    [['check', 'npx', '-y', 'thing'], "unknown option '-y'"],
    [
      ['check', 'node', "it's.mjs", '--', '--flag'],
      String.raw`errata check -- node 'it'\''s.mjs' --flag`,
    ],
    [['check', '--only', 'idz', '--', 'node'], 'unknown case "idz"; did you mean ids?'],
    [['check', '--only', 'nothing', '--', 'node'], 'Groups: answers, lifecycle, framing, '],
    [['check', '--only', '', '--', 'node'], 'unknown case ""'],
    [['check', '--html', './no-such/x.html', '--', 'node'], 'there is no folder ./no-such'],
    [['check', '--junit', '.', '--', 'node'], 'cannot write .: it is a folder'],
    [['check', '--sarif', './package.json/x', '--', 'node'], './package.json is not a folder'],
    [['check', '--write-baseline', '', '--', 'node'], 'the name of the file to write is empty'],
    [['check', '--era', '2025-11-26', '--', 'node'], 'unknown revision "2025-11-26"'],
    [['check', '--plain', '--era', '2025-11-25', '--', 'node'], 'contradict each other'],
    [['check', '--method', 'add', '--', 'node'], '--method needs --plain'],
    [['check', '--plain', '--params', '[]', '--', 'node'], '--params needs --method'],
    [
      ['check', '--plain', '--method', 'x', '--params', '7', '--', 'node'],
      'a JSON object or array',
    ],
    [['check', '--header', 'nonsense', 'http://127.0.0.1:1/'], '"Name: value"'],
    [['check', '--contract', 'engrem', '--', 'node'], 'unknown catalog "engrem"'],
    [['check', '--contract', './no-such.json', '--', 'node'], 'cannot read the contract'],
    [['check', '--baseline', './no-such.json', '--', 'node'], 'cannot read the baseline'],
    [['check', '--timeout', '0', '--', 'node'], '--timeout takes'],
  ])('%s gets an error that says what is wrong', async (argv, why) => {
    const { code, err, out } = await run(...argv);
    expect(err).toContain(why);
    expect(out).toBe('');
    expect(code).toBe(2);
  });

  it.each([
    [['--', 'errata-no-such-command'], 'errata-no-such-command'],
    [['--', process.execPath, '-e', 'process.exit(7)'], '7'],
    [['http://127.0.0.1:9/mcp'], '127.0.0.1:9'],
    [['tcp://127.0.0.1:9'], '127.0.0.1:9'],
  ])('%s cannot be reached, which is 2 as well', async (target, why) => {
    const { code, out } = await run('check', ...target);
    expect(out).toContain(why);
    expect(code).toBe(2);
  });
});

describe('the pages about errata check', () => {
  const read = (path: string) =>
    readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

  it.each(['README.md', 'docs/check.md'])('%s says how many cases there are', (path) => {
    expect(read(path)).toContain('more than 300 cases');
    expect(CASES.length).toBeGreaterThan(300);
    expect(CASES.length).toBeLessThan(400);
  });

  it('docs/check.md names every option', async () => {
    const { out } = await run('check', '--help');
    const page = read('docs/check.md');
    const options = [...out.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option!);
    expect(options.filter((option) => !page.includes(option))).toEqual([]);
    expect(options.length).toBeGreaterThan(15);
  });
});
