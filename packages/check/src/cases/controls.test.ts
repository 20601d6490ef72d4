import { describe, expect, it } from 'vitest';
import { objectOrEmpty, parseJson } from '../json/json.js';
import { idTextOf } from '../session/messages.js';
import { DEFAULT_TIMING } from '../session/session.js';
import type { Breakage, Hooks, World } from '../testing/breakage.js';
import { casesNamed, checkSample, resultsOf, verdictsOf } from '../testing/check-sample.js';
import { withId } from '../testing/broken-servers/hooks.js';
import { LARGE_ID } from './answers.js';

const STDIO = { era: '2025-11-25', transport: 'stdio' } as const;

const BEGINNING: readonly unknown[] = ['initialize', 'notifications/initialized', 'tools/list'];

/** Servers that no user could work with, and one of the cases that say so. */
const CONTROLS: readonly (readonly [what: string, hooks: Hooks, id: string])[] = [
  [
    'answers the handshake, ping and tools/list only',
    {
      incoming: (text) =>
        [...BEGINNING, 'ping'].includes(objectOrEmpty(parseJson(text))['method'])
          ? text
          : undefined,
    },
    'jsonrpc/5/answers-unknown-method',
  ],
  [
    'is silent after the handshake',
    {
      incoming: (text) =>
        BEGINNING.includes(objectOrEmpty(parseJson(text))['method']) ? text : undefined,
    },
    'jsonrpc/5/answers-tool',
  ],
  [
    'says yes to everything',
    {
      incoming(text, controls) {
        const { method } = objectOrEmpty(parseJson(text));
        if (BEGINNING.includes(method)) return text;
        controls.say(`{"jsonrpc":"2.0","id":${idTextOf(text) ?? 'null'},"result":{}}`);
        return undefined;
      },
    },
    'jsonrpc/5.1/unknown-method-refused',
  ],
  [
    'answers under wrong ids',
    {
      outgoing: (text, request) =>
        request === undefined || BEGINNING.includes(objectOrEmpty(parseJson(request))['method'])
          ? text
          : withId(text, '"somebody-else"'),
    },
    'jsonrpc/5/id-echo-integer',
  ],
];

/** A run of a useless server fails at least so many cases. */
const MASSIVE = 12;

describe('a useless server', () => {
  it.each(CONTROLS)('that %s fails massively', async (_what, hooks, id) => {
    const report = await checkSample(STDIO, { ...STDIO, id: 'control', breaks: () => hooks });
    const failed = resultsOf(report).filter(({ verdict }) => verdict === 'fail');
    expect(failed.map((each) => each.id)).toContain(id);
    expect(failed.length).toBeGreaterThanOrEqual(MASSIVE);
  });
});

const twice: Hooks = {
  outgoing(text, _request, controls) {
    controls.say(text);
    return text;
  },
};

/** Dies of the third call of a process, whatever it is. */
function diesOfThird(): Hooks {
  let calls = 0;
  return {
    begins: () => void (calls = 0),
    incoming(text, controls) {
      if (text.includes('"tools/call"') && (calls += 1) === 3) controls.die();
      return text;
    },
  };
}

/** Refuses a large id without an id, after seconds. */
function refusesLate({ clock }: World): Hooks {
  return {
    incoming(text, controls) {
      if (idTextOf(text) !== LARGE_ID) return text;
      const error = { code: -32600, message: 'The id is too large' };
      void clock.sleep(4000).then(() => controls.say(JSON.stringify({ jsonrpc: '2.0', error })));
      return undefined;
    },
  };
}

const ANOTHER_CAUSE = / it ended; a fresh server survives it alone, so that something before it/;
const NEVER = 'not observed: the server did not answer a harmless request before the abuse either';

describe('a finding names its cause', () => {
  it.each<[what: string, breaks: Breakage['breaks'], verdicts: Record<string, unknown>]>([
    [
      'dies of the third call',
      diesOfThird,
      {
        'jsonrpc/5/answers-tool': 'pass',
        'jsonrpc/5/no-message-ends-it': expect.stringMatching(ANOTHER_CAUSE),
      },
    ],
    [
      'answers no ping',
      () => ({ incoming: (text) => (text.includes('"ping"') ? undefined : text) }),
      { 'jsonrpc/5/alive-after-broken-json': NEVER, 'jsonrpc/5/alive-after-huge-message': NEVER },
    ],
    [
      'answers twice',
      () => twice,
      {
        'jsonrpc/5/invalid-under-its-id': 'pass',
        'jsonrpc/5/answered-once': expect.stringMatching(
          /^fail: 1 request under the id \d{1,3} got 2/,
        ),
      },
    ],
    [
      'answers under wrong ids',
      () => CONTROLS.at(-1)![1],
      {
        'jsonrpc/5/answers-unknown-method': 'pass',
        'jsonrpc/4.1/unknown-notification': expect.stringMatching(/^not observed: .* wrong ids/),
      },
    ],
    ['refuses a large id late', refusesLate, { 'jsonrpc/5/answers-large-id': 'pass' }],
  ])('in a server that %s', async (_what, breaks, verdicts) => {
    const cases = casesNamed(...Object.keys(verdicts));
    expect(await verdictsOf({ ...STDIO, breaks }, cases)).toMatchObject(verdicts);
  });
});

it('waits for all silent lists at once', async () => {
  const breaks = (): Hooks => ({
    incoming: (text) => (/"(?:tools|resources|prompts)\/.*list"/.test(text) ? undefined : text),
  });
  const { ms } = await checkSample(STDIO, { ...STDIO, id: 'lists', breaks }, { cases: [] });
  expect(ms).toBeLessThan(2 * DEFAULT_TIMING.patience);
});
