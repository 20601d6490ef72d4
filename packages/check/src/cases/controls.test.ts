import { describe, expect, it } from 'vitest';
import { objectOrEmpty, parseJson } from '../json/json.js';
import { idTextOf } from '../session/messages.js';
import type { Hooks } from '../testing/breakage.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { withId } from '../testing/broken-servers/hooks.js';

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
