import process from 'node:process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { programOf } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import type { LineLink } from './peer.js';
import { stdioPeer, type StdioPeerOptions } from './stdio-peer.js';

const node = (program: string, more: Partial<StdioPeerOptions> = {}) =>
  stdioPeer({ command: process.execPath, args: ['-e', program], secrets: [], ...more });

/** The next so many lines; fewer where the link is closed before. */
function lines(link: LineLink, count: number): Promise<string[]> {
  const message: string[] = [];
  const enough = new Promise<void>((resolve) => {
    link.onLine((line) => {
      message.push(Buffer.from(line).toString());
      if (message.length === count) resolve();
    });
  });
  return Promise.race([enough, link.closed]).then(() => message);
}

const ECHO = 'process.stdin.pipe(process.stdout)';

describe('a server on its standard streams', () => {
  it('reads what is written and answers line by line; each link is a process', async () => {
    const peer = node(ECHO);
    const [first, second] = await Promise.all([peer.open(), peer.open()]);
    first.write(Buffer.from('one\ntwo\n'));
    second.write(Buffer.from('three\n'));
    expect(await lines(first, 2)).toEqual(['one', 'two']);
    expect(await lines(second, 1)).toEqual(['three']);
    await Promise.all([first.close(), second.close()]);
  });

  it('gives lines that came before there was a listener', async () => {
    const link = await node('console.log("early")').open();
    await link.closed;
    expect(await lines(link, 1)).toEqual(['early']);
    expect(await link.process!.exited).toBe(0);
    await link.close();
  });

  it('finds the secrets in its environment, and the given folder', async () => {
    const link = await node(
      'console.log(Object.entries(process.env).filter(([name]) => /CANARY|MINE/.test(name)).join(" "));' +
        'console.log(process.cwd())',
      { cwd: '/', env: { MINE: 'mine' }, secrets: ['s1', 's2', 's3', 's4'] },
    ).open();
    expect(await lines(link, 2)).toEqual([
      'MINE,mine ERRATA_CANARY_TOKEN,s1 ERRATA_CANARY_PASSWORD,s2 ERRATA_CANARY_DATABASE_URL,s3 ERRATA_CANARY_4,s4',
      '/',
    ]);
    await link.close();
  });

  it('says with which code or signal it ended, and its last words', async () => {
    const link = await node(
      'console.error("x".repeat(9000) + "last words"); process.exit(7)',
    ).open();
    expect(await link.process!.exited).toBe(7);
    expect(link.isClosed).toBe(true);
    expect(link.process!.stderr()).toHaveLength(8192);
    expect(link.process!.stderr()).toMatch(/x{8000}last words\n$/);
    await link.close();
    const killed = await node(ECHO).open();
    killed.process!.kill('SIGKILL');
    expect(await killed.process!.exited).toBe('SIGKILL');
    await killed.close();
  });

  it('may end or stop reading while it is written to', async () => {
    const gone = await node('process.stdin.destroy(); process.exit(0)').open();
    for (let i = 0; i < 50; i += 1) gone.write(Buffer.alloc(100_000, 'x'));
    await gone.closed;
    gone.write(Buffer.from('too late\n'));
    gone.end();
    gone.write(Buffer.from('later still\n'));
    await gone.close();
    const deaf = await node('setInterval(() => {}, 1000); console.log("here")').open();
    for (let i = 0; i < 50; i += 1) deaf.write(Buffer.alloc(100_000, 'x'));
    expect(await lines(deaf, 1)).toEqual(['here']);
    await deaf.close();
  });

  it('is cut off if it sends more than the limit', async () => {
    const args = ['x'.repeat(65_535)];
    const flood = await stdioPeer({ command: 'yes', args, secrets: [] }).open();
    await flood.closed;
    expect(await flood.process!.exited).toBe('SIGKILL');
    expect(flood.flood).toBe('it sent more than 64 MB at once; the rest was not read');
    await flood.close();
    const lively = await stdioPeer({ command: 'yes', args: [], secrets: [] }).open();
    await lively.closed;
    expect(lively.flood).toBe('it sent more than 50,000 lines at once; the rest was not read');
    await lively.close();
    const wide = await node('process.stdout.write("x".repeat(9 << 20) + "\\nnext\\n")').open();
    const [first, next] = await lines(wide, 2);
    expect([first!.length, next]).toEqual([8 << 20, 'next']);
    await wide.close();
  });
});

describe('a command that cannot be started', () => {
  it.each([
    [
      { command: 'errata-no-such-command' },
      /^"errata-no-such-command" cannot be started: unknown command$/,
    ],
    [
      { command: process.execPath, cwd: '/no/such/folder' },
      /cannot be started: unknown command, or no folder "\/no\/such\/folder"$/,
    ],
    [{ command: '/' }, /^"\/" cannot be started: it may not be executed$/],
  ])('%j gives a sentence', async (given, sentence) => {
    const opening = stdioPeer({ args: [], secrets: [], ...given }).open();
    await expect(opening).rejects.toMatchObject({
      name: 'Unreachable',
      message: expect.stringMatching(sentence),
    });
  });
});

/** A connection that each process of a test makes, so that its end can be seen. */
async function witness() {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const program = `
    for (const name of ['SIGTERM', 'SIGINT']) process.on(name, () => {});
    require('net').connect(${port}, '127.0.0.1').resume();
    setInterval(() => {}, 1000);`;
  return {
    program,
    connection: async () =>
      ((await once(listener, 'connection')) as [Socket])[0].on('error', () => undefined),
    close: () => listener.close(),
  };
}

const ended = (socket: Socket) => once(socket.resume(), 'close');

describe('the end of a link', () => {
  it('ends also what the server has started, and what ignores polite requests', async () => {
    const { program, connection, close } = await witness();
    const connecting = connection();
    const link = await stdioPeer({
      command: 'sh',
      args: ['-c', '"$0" -e "$1"; true', process.execPath, program],
      secrets: [],
    }).open();
    const grandchild = await connecting;
    await Promise.all([link.close(), link.close(), ended(grandchild)]);
    expect(link.isClosed).toBe(true);
    close();
  });

  it('leaves no listener behind', async () => {
    const count = () =>
      ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name));
    const before = count();
    const peer = node(ECHO);
    const links = [await peer.open(), await peer.open()];
    expect(count()).toEqual(before.map((each) => each + 1));
    for (const link of links) await link.close();
    expect(count()).toEqual(before);
  });
});

describe('a checker that is ended', () => {
  it.each(['SIGINT', 'SIGTERM', 'exit'] as const)(
    'by %s takes its servers with it',
    async (how) => {
      const built = await programOf(new URL('./stdio-peer.ts', import.meta.url));
      const { program, connection, close } = await witness();
      const connecting = connection();
      const checker = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        `
      const { stdioPeer } = await import(${JSON.stringify(built)});
      await stdioPeer({ command: process.execPath, args: ['-e', ${JSON.stringify(program)}], secrets: [] }).open();
      process.stdin.on('data', () => process.exit(3)).resume();`,
      ]);
      const server = await connecting;
      const exited = once(checker, 'exit');
      if (how === 'exit') checker.stdin.write('x');
      else checker.kill(how);
      await ended(server);
      expect(await exited).toEqual(how === 'exit' ? [3, null] : [null, how]);
      close();
    },
  );
});
