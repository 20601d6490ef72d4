import { describe, expect, it } from 'vitest';
import { cleanUpAfterwards, SDKS } from './testing/clean-up.js';
import { openSession, post, postModern } from './testing/http.js';
import {
  relayCommand,
  serverCommand,
  shakeHands,
  start,
  startHttp,
  type ServerConfig,
  type Started,
  type StartedHttp,
} from './testing/start.js';
import { call, ENVELOPE, read, request } from './testing/wire.js';

cleanUpAfterwards();

const CANARY = 'canary-7d1f0c55e2';
const ENVIRONMENT = { LAB_API_KEY: CANARY };

/** What handlers throw with a secret in it; the other throwables hold none. */
const THROWN = [
  ...['message', 'cause', 'axios', 'userinfo', 'query', 'environment', 'data', 'zod'],
  ...['object', 'string', 'html'],
];

/** A declared failure may repeat what the caller said; these are secrets in their usual clothes. */
const REFLECTED = [
  `postgres://admin:${CANARY}@db.example/app`,
  `Authorization: Bearer ${CANARY}`,
  `https://api.example/?access_token=${CANARY}`,
  `{"password":"${CANARY}"}`,
  `AWS_SECRET_ACCESS_KEY=${CANARY}`,
];

interface Request {
  readonly method: string;
  readonly params: object;
}

const tool = (name: string, args: object = {}): Request => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Every way in which a secret can get into a reply, by what a client has to send for it. */
const REQUESTS: readonly Request[] = [
  ...THROWN.flatMap((what) => [
    tool('throw', { what }),
    { method: 'resources/read', params: { uri: `lab://${what}` } },
    { method: 'prompts/get', params: { name: what } },
  ]),
  ...REFLECTED.map((text) => tool('reflect', { text })),
  tool('thrown_with_data'),
];

/** Values in wrong places of a request, which no reply should repeat. */
const MISPLACED = [
  call('bad-1', 'add', { a: CANARY, b: CANARY }),
  request('bad-2', 'tools/call', { name: 'add', arguments: CANARY }),
];

/** The same in what is no request at all. The SDKs' own stdio does not answer it, so guard alone never sees it. */
const BROKEN = [
  ...MISPLACED,
  `{"jsonrpc":"2.0","id":"bad-3","method":"tools/call","params":"${CANARY}"}`,
  `{"jsonrpc":"2.0","id":"bad-4","method":"tools/call","params":{"password":"${CANARY}"`,
];

const line = (id: string, { method, params }: Request, envelope: boolean): string =>
  request(id, method, envelope ? { ...params, _meta: ENVELOPE } : params);

/** Send everything and wait until all of it is answered. */
async function askAll(server: Started, broken: readonly string[], envelope = false): Promise<void> {
  const before = server.lines.length;
  const lines = REQUESTS.map((request, index) => line(`ask-${index}`, request, envelope));
  server.send(...lines, ...broken);
  await server.until(() => server.lines.length >= before + lines.length + broken.length);
}

const opened = new Map<string, Promise<unknown>>();

/** One process per command and file: most of the time here goes into starting them. */
function shared<T>(
  args: readonly string[],
  open: (args: readonly string[]) => Promise<T>,
): Promise<T> {
  const known = (opened.get(args.join(' ')) as Promise<T> | undefined) ?? open(args);
  opened.set(args.join(' '), known);
  return known;
}
const onStdio = (args: readonly string[]): Promise<Started> =>
  shared(args, (given) => shakeHands(start(given, ENVIRONMENT)));
const onHttp = (args: readonly string[]): Promise<StartedHttp> =>
  shared(args, (given) => startHttp(given, ENVIRONMENT));

const withCanary = (texts: readonly string[]): string[] =>
  texts.filter((text) => text.includes(CANARY)).map((text) => text.slice(0, 600));

describe('canaries on stdio', () => {
  const ways: readonly (readonly [string, ServerConfig])[] = [
    ...SDKS.map((sdk) => [`guard, SDK ${sdk}`, { sdk, line: 'guard' }] as const),
    ...SDKS.map(
      (sdk) =>
        [`guard without a contract, SDK ${sdk}`, { sdk, line: 'guard', declared: false }] as const,
    ),
    ['the core boundary', { sdk: 'core', line: 'serve' }],
  ];

  it.each(ways)(
    'none is in any reply of %s, and each cause is in the record of its ref',
    async (_, config) => {
      const server = await onStdio(serverCommand(config));
      await askAll(server, config.line === 'guard' ? MISPLACED : BROKEN);
      expect(withCanary(server.lines)).toEqual([]);
      const replies = server.lines.map(read).filter(({ id }) => String(id).startsWith('ask-'));
      expect(replies).toHaveLength(REQUESTS.length);
      const refs = server.lines.flatMap((text) => /corr-[0-9a-f]{16}/.exec(text) ?? []);
      await server.until(() => refs.every((ref) => server.stderr().includes(ref)));
    },
  );

  it('none is in any reply of guard, SDK v2 on 2026-07-28', async () => {
    const server = start(serverCommand({ sdk: 'v2', line: 'guard' }), ENVIRONMENT);
    await askAll(server, [], true);
    expect(withCanary(server.lines)).toEqual([]);
    expect(server.lines.map(read).filter(({ result, error }) => result ?? error)).toHaveLength(
      REQUESTS.length,
    );
  });

  it.each(SDKS)(
    'the bare SDK %s shows it: the requests do reach what they are meant for',
    async (sdk) => {
      const server = await onStdio(serverCommand({ sdk, line: 'bare' }));
      server.send(...REQUESTS.map((request, index) => line(`ask-${index}`, request, false)));
      await server.until(() => server.lines.length > REQUESTS.length);
      expect(withCanary(server.lines).length).toBeGreaterThan(20);
    },
  );

  it.each(SDKS)(
    'the relay before a bare server of SDK %s hides what its environment and the patterns name',
    async (sdk) => {
      const behind = serverCommand({ sdk, line: 'bare' });
      const relay = await onStdio(relayCommand({}, behind));
      await askAll(relay, BROKEN);
      expect(withCanary(relay.lines)).toEqual([]);
      await relay.through();
      expect(withCanary(relay.stderr().split('\n'))).toEqual([]);
    },
  );

  it.each([...SDKS.map((sdk) => `guard ${sdk}`), ...SDKS.map((sdk) => `relay ${sdk}`)])(
    'a failed result that a tool wrote itself holds it in text, resource, structuredContent and _meta; behind %s in none of them',
    async (way) => {
      const [front, sdk] = way.split(' ') as ['guard' | 'relay', 'v1' | 'v2'];
      const args =
        front === 'guard'
          ? serverCommand({ sdk, line: 'guard' })
          : relayCommand({}, serverCommand({ sdk, line: 'bare' }));
      const server = await onStdio(args);
      const { result } = await server.ask(call('reported', 'reported'));
      const leaks = Object.entries(result ?? {}).filter(([, value]) =>
        JSON.stringify(value).includes(CANARY),
      );
      expect(leaks.map(([member]) => member)).toEqual([]);
      expect(withCanary([JSON.stringify(result)])).toEqual([]);
    },
  );
});

describe('canaries in the words of a schema library', () => {
  it.each([...SDKS, 'core'] as const)(
    'what a handler of %s throws after it judged an answer from elsewhere: neither its keys nor a message with its value',
    async (sdk) => {
      const line = sdk === 'core' ? 'serve' : 'guard';
      const server = await onStdio(serverCommand({ sdk, line }));
      const reply = await server.ask(call('words', 'throw', { what: 'zod_words' }));
      expect(withCanary([JSON.stringify(reply)])).toEqual([]);
    },
  );
});

describe('canaries over HTTP', () => {
  /** Secrets that a client sends, and that a careless error page would repeat. */
  const SECRET_HEADERS = {
    authorization: `Bearer ${CANARY}`,
    cookie: `session=${CANARY}`,
    'x-api-key': CANARY,
  };

  it.each(['v1', 'v2', 'core'] as const)(
    'none is in status, headers or body of %s in a session',
    async (sdk) => {
      const server = await onHttp(serverCommand({ sdk, line: 'serve', wire: 'http' }));
      const session = await openSession(server.url, SECRET_HEADERS);
      const answers = [];
      for (const [index, request] of REQUESTS.entries())
        answers.push(await session(line(`ask-${index}`, request, false)));
      for (const text of BROKEN) answers.push(await session(text));
      const events = { accept: 'text/event-stream' };
      for (const request of REQUESTS.slice(0, 3))
        answers.push(await session(line('sse', request, false), events));
      expect(answers.at(-1)!.raw).toContain('text/event-stream');
      expect(withCanary(answers.map(({ raw }) => raw))).toEqual([]);
    },
  );

  it.each(['v2', 'core'] as const)('none is in any answer of %s on 2026-07-28', async (sdk) => {
    const server = await onHttp(serverCommand({ sdk, line: 'serve', wire: 'http' }));
    const answers = [];
    for (const request of REQUESTS)
      answers.push(await postModern(server.url, request, SECRET_HEADERS));
    answers.push(
      await post(server.url, BROKEN[3]!, { ...SECRET_HEADERS, 'mcp-protocol-version': CANARY }),
    );
    answers.push(
      await post(server.url, BROKEN[3]!, {
        'mcp-session-id': CANARY,
        'content-type': `text/${CANARY}`,
      }),
    );
    expect(withCanary(answers.map(({ raw }) => raw))).toEqual([]);
    const failed = answers
      .slice(0, REQUESTS.length)
      .filter(({ raw }) => /"isError":true|"error":/.test(raw));
    expect(failed).toHaveLength(REQUESTS.length);
    // They came from the handlers, and not from something that turned all of them away.
    expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('none is in any answer of the relay', async () => {
    const behind = serverCommand({ sdk: 'v2', line: 'bare' });
    const relay = await startHttp(relayCommand({ wire: 'http' }, behind), ENVIRONMENT);
    const session = await openSession(relay.url, SECRET_HEADERS);
    const answers = [];
    for (const [index, request] of REQUESTS.entries())
      answers.push(await session(line(`ask-${index}`, request, false)));
    expect(withCanary(answers.map(({ raw }) => raw))).toEqual([]);
  });

  it('none is in the answer to an unauthorized request', async () => {
    const server = await startHttp(
      serverCommand({ sdk: 'core', line: 'serve', wire: 'http', auth: true }),
    );
    const refused = await post(server.url, BROKEN[0]!, { cookie: CANARY });
    expect(refused.status).toBe(401);
    expect(withCanary([refused.raw])).toEqual([]);
  });
});

describe('the record of the operator', () => {
  it.each(['v1', 'v2', 'core'] as const)(
    'has every cause of %s, and no registered secret',
    async (sdk) => {
      const config = { sdk, line: 'serve', secrets: [CANARY] } as const;
      const server = await onStdio(serverCommand(config));
      for (const what of THROWN) await server.ask(call(what, 'throw', { what }));
      await server.until(() => server.faults().length >= THROWN.length);
      const records = new Map(
        server.faults().map((record) => [record['request_id'], JSON.stringify(record)]),
      );
      expect(withCanary([...records.values()])).toEqual([]);
      expect(records.size).toBe(THROWN.length);
      const causes = [...server.faults()].map(({ causes: chain }) => (chain as unknown[]).length);
      expect(Math.min(...causes)).toBeGreaterThan(0);
      const all = [...records.values()].join('\n');
      for (const word of [
        'login failed for admin',
        'cannot save',
        'was refused',
        'status code 401',
        'Invalid URL',
      ]) {
        expect(all).toContain(word);
      }
    },
  );
});
