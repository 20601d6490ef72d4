import { describe, expect, it } from 'vitest';
import {
  type AnyClient,
  cleanUpAfterwards,
  connectHttp,
  connectStdio,
  isOpenAfter,
  recover,
  type Sdk,
  SDKS,
} from './testing/clean-up.js';
import { serveRaw } from './testing/http.js';
import { relayCommand, RUDE, shakeHands, start } from './testing/start.js';
import { request } from './testing/wire.js';

cleanUpAfterwards();

/** What a call may take behind the hasty relay; the handshake too, so it is tried again where the machine was too busy for it. */
const HASTE = 3000;
const TRIES = 50;

const clients = new Map<string, Promise<AnyClient>>();

/** One client per file, SDK and way to the careless server. */
const client = (sdk: Sdk, way: 'straight' | 'relay' | 'hasty relay'): Promise<AnyClient> => {
  const key = `${sdk} ${way}`;
  const args =
    way === 'straight' ? RUDE : relayCommand(way === 'relay' ? {} : { deadline: HASTE }, RUDE);
  const known = clients.get(key) ?? connect(sdk, args, way === 'hasty relay' ? TRIES : 1);
  clients.set(key, known);
  return known;
};

const connect = (sdk: Sdk, args: readonly string[], tries: number): Promise<AnyClient> =>
  connectStdio(sdk, args).catch((error: unknown) => {
    if (tries === 1) throw error;
    return connect(sdk, args, tries - 1);
  });

describe.each(SDKS)('a careless server before a client of SDK %s', (sdk) => {
  /** Whether the client still waits for the tool when a later request of its own was answered. */
  const hangs = async (tool: string): Promise<boolean> => {
    const straight = await client(sdk, 'straight');
    const giveUp = new AbortController();
    const pending = straight.call(tool, giveUp.signal);
    const open = await isOpenAfter(pending, () => straight.ping());
    giveUp.abort();
    await pending.catch(() => undefined);
    return open;
  };

  /** What the client gets behind the relay, thrown or in a result. */
  const failureOf = async (tool: string, way: 'relay' | 'hasty relay' = 'relay') => {
    const behind = await client(sdk, way);
    return behind.call(tool).then(
      ({ content, isError, _meta }) => ({ message: content?.[0]?.text, isError, data: _meta }),
      ({ message, code, data }: Error & { code?: unknown; data?: unknown }) => ({
        message,
        code,
        data,
      }),
    );
  };

  it.each(['null-id', 'no-id'])(
    '4. an error with %s: the client waits on, behind the relay it gets the error at once',
    async (tool) => {
      expect(await hangs(tool)).toBe(true);
      expect(await failureOf(tool)).toMatchObject({ code: -32603 });
    },
  );

  it('4. an error under another id: the client keeps waiting, behind the relay the deadline ends it', async () => {
    expect(await hangs('other-id')).toBe(true);
    const { message } = await failureOf('other-id', 'hasty relay');
    expect(message).toMatch(/other-id did not finish within 3 s/);
  });

  it.each([
    ['result and error together', 'both'],
    ['a code that is text', 'string-code'],
  ])(
    '8. a reply with %s: the client waits on, behind the relay it is an internal error with a ref',
    async (_, tool) => {
      expect(await hangs(tool)).toBe(true);
      const failure = await failureOf(tool);
      expect(failure).toMatchObject({ code: -32603 });
      expect(JSON.stringify(failure.data)).toMatch(/corr-[0-9a-f]{16}/);
    },
  );

  it('7. a banner in front of a reply: the client loses it, the relay saves it', async () => {
    expect(await hangs('banner')).toBe(true);
    expect(await (await client(sdk, 'relay')).call('banner')).toMatchObject({ content: [] });
  });

  it('9. a server that says nothing: the client keeps waiting, behind the relay the deadline ends it', async () => {
    expect(await hangs('silence')).toBe(true);
    const { message } = await failureOf('silence', 'hasty relay');
    expect(message).toMatch(/silence did not finish within 3 s/);
  });

  it('9. a server that dies: behind the relay the error says how, and the next call starts a new one', async () => {
    const { message } = await failureOf('exit');
    expect(message).toMatch(/ended with exit code 3 before it answered/);
    expect(await (await client(sdk, 'relay')).ping()).toEqual({});
  });
});

describe.each(SDKS)('a careless server over HTTP before a client of SDK %s', (sdk) => {
  const EVENTS = { 'content-type': 'text/event-stream' };

  it.each([
    ['202 to a request', () => ({ status: 202, body: '' })],
    ['a stream that ends empty', () => ({ status: 200, headers: EVENTS, body: '' })],
    [
      'a stream that ends inside its event',
      () => ({ status: 200, headers: EVENTS, body: 'data: {"jsonrpc":"2.0","id":1,"result":{' }),
    ],
  ] as const)(
    '9. %s: the client waits on, recovering() gives it up at its deadline and says what it waited for',
    async (_, answer) => {
      const url = await serveRaw(answer);
      const straight = await connectHttp(sdk, url);
      const giveUp = new AbortController();
      const pending = straight.call('device', giveUp.signal);
      expect(await isOpenAfter(pending, () => straight.list())).toBe(true);
      giveUp.abort();
      await pending.catch(() => undefined);
      const outcome = await recover(straight, { deadlineMs: 200, maxAttempts: 1 }).tryCall(
        'device',
      );
      expect(outcome).toMatchObject({
        ok: false,
        failure: { origin: 'local', kind: 'timeout', tool: 'device', effect: 'unknown' },
      });
    },
    20_000,
  );
});

it('4. an error under another id: the operator gets the reply without a request', async () => {
  const relay = await shakeHands(start(relayCommand({ deadline: HASTE }, RUDE)));
  relay.send(request(1, 'tools/call', { name: 'other-id' }));
  const line = 'errata relay: unknown-id: {"jsonrpc":"2.0","id":99999';
  await expect(relay.says(line)).resolves.toBeUndefined();
});
