import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from './testing/run.js';

/** Every command and subcommand, as the help lists them. */
async function allCommands(above: readonly string[] = []): Promise<string[][]> {
  const { out } = await run([...above, '--help']);
  const listed = /^Commands:\n((?: .*\n)+)/m.exec(out)?.[1] ?? '';
  const names = [...listed.matchAll(/^ {2}(\w\S*)/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help');
  const below = await Promise.all(names.map((name) => allCommands([...above, name])));
  return [[...above], ...below.flat()];
}

describe('runCli', () => {
  it('shows the help on stdout where it was asked for', async () => {
    for (const argv of [['--help'], ['-h'], ['help']]) {
      const { code, out, err } = await run(argv);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toContain('Usage: errata [options] [command]');
      expect(out).toContain('Exit codes: 0');
    }
  });

  it('shows the help on stderr where nothing was asked for', async () => {
    const { code, out, err } = await run([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Examples:');
  });

  it('knows the version of its package', async () => {
    const manifest = new URL('../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(await run(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it.each(['explain', 'catalog', 'collisions', 'why'])('has a help for %s', async (command) => {
    const { code, out } = await run([command, '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: errata ${command}`);
    expect(out).toContain('--json');
  });

  it.each([
    [['explain', 'device_unreachable'], 0],
    [['catalog', 'routeros'], 0],
    [['collisions'], 0],
    [['explain', 'INTERNAL_EROR'], 1],
    [['explian'], 2],
    [['explain'], 2],
    [['why', 'corr-12'], 2],
    [['why'], 2],
    [['explain', '3.5'], 2],
    [['explain', '-32001abc'], 2],
    [['explain', ''], 2],
    [['explain', '-32001', '--era', '2026'], 2],
    [['catalog', 'routros'], 2],
  ])('%j ends with %d', async (argv, expected) => {
    const { code, out, err } = await run(argv);
    expect({ code, err: expected === 0 ? err : '' }).toEqual({ code: expected, err: '' });
    if (expected === 2) {
      expect(out).toBe('');
      expect(err).not.toBe('');
    }
    expect(err).not.toMatch(/^\s+at /m); // a stack trace is no message
  });

  it.each([
    [['nonsense', '--help'], "unknown command 'nonsense'"],
    [['chek', '--help'], "unknown command 'chek'\n(Did you mean check?)"],
    [['chek', '-h'], "unknown command 'chek'\n(Did you mean check?)"],
    [['help', 'nonsense'], "unknown command 'nonsense'"],
    [['--help', 'chek'], "unknown command 'chek'\n(Did you mean check?)"],
    [['serve', 'nosuch', '--help'], 'unknown system "nosuch"'],
    [['sim', 'nosuch', '--help'], 'unknown simulator "nosuch"'],
    [['sim', 'help', 'nosuch'], 'unknown simulator "nosuch"'],
    [['sql', 'chekc', '--help'], 'unknown command "chekc"; did you mean check?'],
    [['engram', 'users', 'ad', '--help'], 'unknown command "ad"'],
  ])('%j has no help, because the command is unknown', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it.each([
    [['help', 'check'], 'Usage: errata check'],
    [['help', 'serve'], 'Usage: errata serve'],
    [['explain', 'nonsense', '--help'], 'Usage: errata explain'],
    [['check', '--help', '--', 'nonsense'], 'Usage: errata check'],
  ])('%j shows a help', async (argv, usage) => {
    const { code, out } = await run(argv);
    expect(code).toBe(0);
    expect(out).toContain(usage);
  });

  it('names the help of the command that was used wrongly', async () => {
    expect((await run(['sql', 'check'])).err).toContain('(see errata sql check --help)');
    expect((await run(['engram', 'users', 'add'])).err).toContain(
      '(see errata engram users add --help)',
    );
  });

  it.each([
    [['explain', '-32002', '--json']],
    [['explain', 'NOT_FOUND', '--json']],
    [['catalog', 'sql-fun', '--json']],
    [['catalog', 'engram', '--format', 'schema']],
    [['catalog', 'erlmcp', '--format', 'openrpc']],
  ])('%j prints JSON and nothing else', async (argv) => {
    const { code, out, err } = await run(argv);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(() => JSON.parse(out) as unknown).not.toThrow();
  });

  it.each([
    [['explian'], "errata: unknown command 'explian'\n(Did you mean explain?)"],
    [['explain'], "errata: missing required argument 'code-or-reason'"],
    [['catalog'], "errata: missing required argument 'name'"],
    [['explain', '1', '2'], 'errata: too many arguments'],
    [['explain', '1', '--xml'], "errata: unknown option '--xml'"],
    [['collisions', '--html'], "errata: option '--html <file>' argument missing"],
  ])('answers %j with what is wrong', async (argv, message) => {
    const { code, out, err } = await run(argv);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(err).toContain('(see errata');
  });

  it('fits the help of every command into 80 columns', async () => {
    const commands = await allCommands();
    expect(commands).toContainEqual(['serve', 'engram']);
    for (const argv of commands) {
      const { code, out } = await run([...argv, '--help']);
      const wide = out.split('\n').filter((line) => line.length > 80);
      expect({ argv, code, wide }).toEqual({ argv, code: 0, wide: [] });
    }
  });

  it.each([60, 80, 120])('fits every page into %d columns', async (columns) => {
    for (const argv of [['--help'], ['collisions'], ['explain', '-32001']]) {
      const { out } = await run(argv, { columns });
      const example = /^ {2}(?:npx )?errata /; // commands are never broken: they are there to be copied
      const wide = out.split('\n').filter((line) => line.length > columns && !example.test(line));
      expect(wide).toEqual([]);
    }
  });

  it('colours nothing unless the terminal does', async () => {
    for (const argv of [['collisions'], ['explain', '-32001'], ['catalog', 'mcp']]) {
      expect((await run(argv)).out).not.toContain('\u001b');
      expect((await run(argv, { colors: true })).out).toContain('\u001b[1m');
    }
  });
});
