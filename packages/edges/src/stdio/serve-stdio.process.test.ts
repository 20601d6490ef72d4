import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, request } from './testing/open-edge.js';
import { buildFixture, type Fixture } from './testing/run-fixture.js';
import { takeLines } from './testing/take-lines.js';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await buildFixture();
});
afterAll(() => fixture.remove());

const REF = /^corr-[0-9a-f]{16}$/;

describe('a server process', () => {
  it('ends with 0 when its input ends, after the last reply has left whole', async () => {
    const { child, lines, ended, stderr } = await fixture.run();
    // Answered after the end of input, with far more than a pipe holds: process.exit would cut it.
    child.stdin.end(
      `${request(2, 'atEnd', { bytes: 3_000_000 })}\n${request(1, 'echo', {})}`, // no newline at the end
    );
    expect(read(await lines.next())).toMatchObject({ id: 1, result: {} });
    expect((read(await lines.next()).result as string).length).toBe(3_000_000);
    expect(await ended).toBe(0);
    expect(stderr()).toBe('ready\nclosed: eof\n');
  });

  it('answers and ends even if a call never finishes', async () => {
    const { child, lines, ended } = await fixture.run({ drain: 50 });
    child.stdin.end(`${request(1, 'hang')}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(await ended).toBe(0);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'ends with the code of a shell on %s, after it has answered',
    async (signal, code) => {
      const { child, lines, ended, says } = await fixture.run({ drain: 50 });
      child.stdin.write(`${request(1, 'hang')}\n${request(2, 'echo', {})}\n`);
      expect(read(await lines.next()).id).toBe(2);
      child.kill(signal);
      expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
      await says('closed: signal');
      expect(await ended).toBe(code);
    },
  );

  it('ends at once on a second signal', async () => {
    const { child, lines, ended, stderr } = await fixture.run({ drain: 600_000 });
    child.stdin.write(`${request(1, 'hang')}\n${request(2, 'echo', {})}\n`);
    await lines.next();
    child.kill('SIGTERM');
    // The same signal twice may arrive as one, and this one may come first: either way two have come.
    child.kill('SIGINT');
    expect([130, 143]).toContain(await ended);
    expect(stderr()).not.toContain('closed');
  });

  it('ends with 0 and no output when its reader is gone', async () => {
    const { child, ended, stderr } = await fixture.run();
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.stdin.write(`${request(1, 'echo', {})}\n`);
    expect(await ended).toBe(0);
    expect(stderr()).toBe('ready\nclosed: output-closed\n');
  });

  it('ends with 0 when the reader leaves in the middle of a reply', async () => {
    const { child, ended, stderr } = await fixture.run();
    const first = once(child.stdout, 'data');
    child.stdin.write(`${request(1, 'big', { bytes: 10_000_000 })}\n`);
    await first;
    child.stdout.destroy();
    expect(await ended).toBe(0);
    expect(stderr()).toBe('ready\nclosed: output-closed\n');
  });
});

describe('a reader in another process', () => {
  it('that is killed ends the server, although it says nothing', async () => {
    const reader = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    reader.stdin.on('error', () => {}); // the pipe breaks on purpose
    await once(reader, 'spawn');
    const server = spawn(process.execPath, [fixture.file, '{"drain":50}'], {
      stdio: ['pipe', reader.stdin, 'pipe'],
    });
    const ended = once(server, 'close');
    let said = '';
    server.stderr!.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    await once(server.stderr!, 'data');
    reader.stdin.destroy(); // our own copy of its end
    const killed = once(reader, 'exit');
    reader.kill('SIGKILL');
    await killed;
    server.stdin!.on('error', () => {}); // it may have ended before everything was written
    server.stdin!.write(`${request(1, 'hang')}\n${request(2, 'echo', {})}\n`);
    expect((await ended)[0]).toBe(0);
    expect(said).toBe('ready\nclosed: output-closed\n');
  });

  it('that does not read stops the work, and gets everything in order when it does', async () => {
    const server = spawn(process.execPath, [fixture.file], { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = once(server, 'close');
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const ids = Array.from({ length: 100 }, (_, index) => index);
    server.stdin.end(ids.map((id) => `${request(id, 'load', { bytes: 1_000_000 })}\n`).join(''));
    while (!said.includes('load')) await once(server.stderr, 'data');
    expect(said.split('load\n').length - 1).toBeLessThan(10);
    const replies = (await takeLines(server.stdout).rest()).map(read);
    expect(replies.map(({ id }) => id)).toEqual(ids);
    expect((await ended)[0]).toBe(0);
  });
});

describe('what others print', () => {
  it('during a call does not reach the client, and does not swallow the reply', async () => {
    const { child, lines, stderr, ended } = await fixture.run();
    child.stdin.end(`${request(1, 'print', { text: 'Loading password=hunter2-hunter2' })}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, result: 'printed' });
    expect(await lines.rest()).toEqual([]);
    expect(await ended).toBe(0);
    const notice = stderr()
      .split('\n')
      .find((line) => line.startsWith('errata:'));
    expect(notice).toMatch(
      /^errata: something wrote to stdout; it was moved to stderr\. First: "Loading /,
    );
    expect(notice).not.toContain('hunter2');
  });

  it('before the start does not swallow the first reply', async () => {
    const { child, lines } = await fixture.run({ banner: 'Starting...' });
    child.stdin.end(`${request(1, 'echo', {})}\n`);
    const [banner, reply] = await lines.rest();
    expect(banner).toBe('Starting...');
    expect(read(reply!)).toMatchObject({ id: 1, result: {} });
  });
});

describe('what nobody caught', () => {
  it('an exception: answers all calls, logs one line with the same ref, and ends with 1', async () => {
    const { child, lines, stderr, ended } = await fixture.run();
    child.stdin.write(`${request(1, 'hang')}\n${request(2, 'crash')}\n`);
    const replies = [read(await lines.next()), read(await lines.next())];
    expect(await ended).toBe(1);
    expect(replies.map(({ id }) => id)).toEqual([1, 2]);
    const refs = replies.map(({ error }) => error?.data?.['ref']);
    expect(refs[0]).toMatch(REF);
    expect(refs[1]).toBe(refs[0]);
    const incident = stderr()
      .split('\n')
      .find((line) => line.startsWith('{'))!;
    expect(JSON.parse(incident)).toMatchObject({
      event: 'process_crash',
      ref: refs[0],
      in_flight: 2,
      causes: [{ name: 'Error', message: expect.stringContaining('boom at https://') as string }],
    });
    expect(stderr()).not.toContain('hunter2');
    expect(JSON.stringify(replies)).not.toContain('boom');
  });

  it('an exception does not end it if an option says so', async () => {
    const { child, lines, ended } = await fixture.run({ crash: 'survive', drain: 0 });
    child.stdin.write(`${request(1, 'crash')}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, error: { code: -32603 } });
    child.stdin.end(`${request(2, 'echo', {})}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 2, result: {} });
    expect(await ended).toBe(0);
  });

  it('a rejection: logs one line with its causes, and continues', async () => {
    const { child, lines, stderr, says, ended } = await fixture.run();
    child.stdin.write(`${request(1, 'reject')}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 1, result: 'answered' });
    await says('unhandled_rejection');
    child.stdin.end(`${request(2, 'echo', {})}\n`);
    expect(read(await lines.next())).toMatchObject({ id: 2, result: {} });
    expect(await ended).toBe(0);
    const incident = JSON.parse(stderr().split('\n')[1]!) as object;
    expect(incident).toMatchObject({
      event: 'unhandled_rejection',
      ref: expect.stringMatching(REF) as string,
      causes: [{ message: 'forgotten' }, { message: expect.any(String) as string }],
    });
    expect(stderr()).not.toContain('hunter2');
  });
});
