import { ask, atKeyboard, busyPort, closing } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { runOpenMemory } from './run-open-memory.js';
import type { OpenMemoryOptions } from '../../src/openmemory/server/start-open-memory.js';

const keep = closing();

const run = (options: Partial<OpenMemoryOptions> = {}) =>
  atKeyboard((io) => runOpenMemory({ database: ':memory:', ...options }, io));

describe('OpenMemory at the keyboard', () => {
  it('reports how to reach it, with a key of its own making', async () => {
    const { until, shown, stop, code } = run();
    await until('quit');
    const url = /url {2}(\S+)/.exec(shown())?.[1] ?? '';
    const key = /key {2}(\S+)/.exec(shown())?.[1] ?? '';
    expect(key).toMatch(/^om-[0-9a-f]{24}$/);
    const body = { content: 'x' };
    expect((await ask(url, 'POST', '/memory/add', { body })).status).toBe(401);
    const authorization = `Bearer ${key}`;
    expect((await ask(url, 'POST', '/memory/add', { body, authorization })).status).toBe(200);
    stop.abort();
    expect(await code).toBe(0);
    await expect(ask(url, 'GET', '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('breaks by command', async () => {
    const { until, type, shown, stop, code } = run({ apiKey: 'k' });
    await until('quit');
    const url = /url {2}(\S+)/.exec(shown())?.[1] ?? '';
    const add = async (authorization = 'Bearer k') =>
      (await ask(url, 'POST', '/memory/add', { body: { content: 'x' }, authorization })).status;
    await type('fail 503', 'OpenMemory fails with 503\n');
    expect(await add()).toBe(503);
    await type('fail off', 'works again\n');
    await type('fill', 'has a full disk\n');
    expect(await add()).toBe(500);
    await type('unfill', 'has room again\n');
    expect(await add()).toBe(200);
    await type('key new', 'wants the new key\n');
    expect(await add()).toBe(403);
    expect(await add('Bearer new')).toBe(200);
    await type('nonsense on', 'answers with a text that is not JSON\n');
    await expect(add()).rejects.toThrow(SyntaxError);
    await type('nonsense failure', 'answers with success: false\n');
    await type('nonsense off', 'makes sense again\n');
    await type('cut on', 'cuts its answers\n');
    await expect(add()).rejects.toMatchObject({ code: expect.stringMatching(/^UND_ERR_/) });
    await type('cut off', 'sends whole answers\n');
    await type('stop', 'OpenMemory is stopped\n');
    await expect(add()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await type('start', `OpenMemory listens on ${url}\n`);
    expect(await add('Bearer new')).toBe(200);
    stop.abort();
    expect(await code).toBe(0);
  });

  it.each([
    ['slow 3000', 'OpenMemory answers 3000 ms late\n'],
    ['slow 0', 'OpenMemory answers at once\n'],
    ['help', '  unfill '],
    ['', '  unfill '],
    ['dance', '! Not done: there is no command "dance"; type help to see them all.\n'],
    ['slow', '! Not done: expected a number from 0 to 3600000, such as slow 3000.\n'],
    ['slow soon', '! Not done: expected a number from 0 to 3600000, not "soon".\n'],
    ['fail 200', '! Not done: expected a number from 400 to 599, not "200".\n'],
    ['nonsense maybe', '! Not done: expected on, text, failure or off, not "maybe".\n'],
    ['cut', '! Not done: expected on or off, such as cut on.\n'],
    ['key', '! Not done: expected the new key, without spaces, such as key x.\n'],
    ['key a b', '! Not done: expected the new key, without spaces.\n'],
    ['stop now', '! Not done: "stop" takes no argument.\n'],
    ['\u001b[31m', '! Not done: there is no command "[31m"'],
  ])('answers "%s"', async (line, answer) => {
    const { until, type, stop, code } = run();
    await until('quit');
    await type(line, answer);
    stop.abort();
    expect(await code).toBe(0);
  });

  it('works off lines in their order, ends with quit, and not with the input', async () => {
    const { input, until, shown, stop, code } = run();
    await until('quit');
    input.end('stop\nstart\nslow 5\n');
    await until('5 ms late');
    const said = shown().match(/^OpenMemory (?:is st|listens|answers)\S*/gm);
    expect(said).toEqual(['OpenMemory is stopped', 'OpenMemory listens', 'OpenMemory answers']);
    let over = false;
    void code.then(() => (over = true));
    await new Promise(setImmediate);
    expect(over).toBe(false);
    stop.abort();
    expect(await code).toBe(0);

    const other = run();
    other.input.write('quit\nstop\n');
    expect(await other.code).toBe(0);
    expect(other.shown()).not.toContain('is stopped');
  });

  it('says why it cannot start', async () => {
    const { port } = keep(await busyPort());
    const { code, shown } = run({ port });
    expect(await code).toBe(1);
    expect(shown()).toMatch(/^! OpenMemory cannot start: .*EADDRINUSE/);
  });
});
