import { eventually } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import type { Client } from '../../lab/testing/client.js';
import { openingDaemons } from '../../lab/testing/open-daemon.js';

const program = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const { open, project } = openingDaemons(program);

const REFUSED = {
  code: -32040,
  message: 'Hello not accepted',
  data: {
    target: 'connection',
    name: 'hello',
    details: expect.stringMatching(/^Send hello within [\d.]+ s, in a line of at most 4096 bytes$/),
    effect: 'none',
  },
};

/** More than a line may have before the token. */
const LONG = 'x'.repeat(5000);

describe('before the token', () => {
  it('1,000 silent connections do not keep the owner out', async () => {
    const { meet, greet } = await open();
    const silent: Client[] = [];
    let closed = 0;
    for (let count = 0; count < 1000; count++) {
      const client = await meet();
      void client.closed.then(() => (closed += 1));
      silent.push(client);
    }
    const owner = await greet();
    expect((await owner.call('ping')).result).toEqual({});
    await eventually(() => silent.length - closed).toBeLessThanOrEqual(64);
  });

  it('the owner gets in together with 300 others that come at the same moment', async () => {
    const { meet, greet } = await open();
    const [owner] = await Promise.all([greet(), ...Array.from({ length: 300 }, meet)]);
    expect((await owner.call('ping')).result).toEqual({});
  });

  it.each([
    ['a line that does not end', LONG, null],
    ['a line that ends', `{"jsonrpc":"2.0","id":7,"method":"hello","params":["${LONG}"]}\n`, 7],
  ])('%s is refused once and for all beyond 4 KB', async (_what, text, id) => {
    const { meet } = await open();
    const client = await meet();
    client.write(text);
    await client.closed;
    expect(client.replies).toEqual([{ jsonrpc: '2.0', id, error: REFUSED }]);
  });

  it.each([
    ['nothing', ''],
    ['half a hello', '{"jsonrpc":"2.0","id":1,"method":"hello",'],
    ['notifications', '{"jsonrpc":"2.0","method":"hello"}\n'.repeat(3)],
  ])('a client that sends %s is refused in time', async (_what, text) => {
    const { meet } = await open({ helloTimeout: 50 });
    const client = await meet();
    client.write(text);
    await client.closed;
    expect(client.replies).toEqual([{ jsonrpc: '2.0', id: null, error: REFUSED }]);
  });

  it('invalid JSON is answered, and ends the connection', async () => {
    const { meet } = await open();
    const client = await meet();
    client.write('{\n');
    await client.closed;
    expect(client.replies).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });
});

describe('with the token', () => {
  it('lines may be long, also those that come along with hello', async () => {
    const { token, meet } = await open();
    const client = await meet();
    const hello = { token, context: 'cli', project };
    const [greeted, echoed] = await Promise.all([
      client.call('hello', hello),
      client.call('echo', { text: LONG.repeat(100) }),
    ]);
    expect(greeted.result).toBeTruthy();
    expect(echoed.result).toMatchObject({ params: { text: LONG.repeat(100) } });
  });
});
