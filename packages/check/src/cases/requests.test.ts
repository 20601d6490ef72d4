import type { Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { isObject, objectOrEmpty, parseJson } from '../json/json.js';
import type { Breakage, Hooks, World } from '../testing/breakage.js';
import { checkSample, resultsOf, casesIn } from '../testing/check-sample.js';

const CASES = casesIn('framing', 'requests', 'notifications');

/** Servers as there are many, and all that is to be said of them. */
interface Known {
  readonly name: string;
  readonly era: Era;
  readonly transport: Breakage['transport'];
  breaks(world: World): Hooks;
  readonly found: readonly string[];
}

const KNOWN: readonly Known[] = [
  {
    name: 'that takes its time for every reply',
    era: '2025-11-25',
    transport: 'stdio',
    breaks: ({ clock }) => ({
      outgoing(text, _request, controls) {
        void clock.sleep(400).then(() => controls.say(text));
        return undefined;
      },
    }),
    found: [],
  },
  {
    name: 'that drops on a stream whatever is no valid message',
    era: '2025-11-25',
    transport: 'stdio',
    breaks: () => ({ incoming: (text) => (isValid(text) ? text : undefined) }),
    found: [
      'jsonrpc/5.1/parse-error-answered',
      'jsonrpc/5/invalid-answered',
      'jsonrpc/5/extra-member-answered',
    ],
  },
  {
    name: 'that calls everything over HTTP a parse error which is no valid message',
    era: '2025-06-18',
    transport: 'http',
    breaks: () => ({
      http: async (ask, next) =>
        ask.method === 'POST' && !isValid(Buffer.from(ask.body ?? '').toString())
          ? refusal(
              400,
              '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
            )
          : next(ask),
    }),
    found: ['jsonrpc/5.1/parse-error-only-for-no-json'],
  },
  {
    name: 'that refuses notifications over HTTP with an error that has no id',
    era: '2025-11-25',
    transport: 'http',
    breaks: () => ({
      http: async (ask, next) => {
        const message = objectOrEmpty(parseJson(Buffer.from(ask.body ?? '').toString()));
        return 'method' in message && !('id' in message)
          ? refusal(400, '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Not accepted"}}')
          : next(ask);
      },
    }),
    found: [],
  },
  {
    name: 'behind a gateway that refuses what is no request in its own words',
    era: '2026-07-28',
    transport: 'http',
    breaks: () => ({
      http: async (ask, next) =>
        ask.method === 'POST' && !isValid(Buffer.from(ask.body ?? '').toString())
          ? refusal(422, '{"error":"Unprocessable"}')
          : next(ask),
    }),
    found: [],
  },
  {
    name: 'that writes a log of JSON to standard output',
    era: '2025-11-25',
    transport: 'stdio',
    breaks: () => ({
      outgoing(text, _request, controls) {
        controls.say('{"level":30,"msg":"answered"}');
        return text;
      },
    }),
    found: ['mcp/2024-11-05/transports/stdout-pure'],
  },
];

describe('of a server', () => {
  it.each(KNOWN)('$name nothing is said but what is so', async ({ found, ...server }) => {
    const report = await checkSample(server, { ...server, id: '' }, { cases: CASES });
    const said = resultsOf(report).filter(
      ({ verdict }) => verdict === 'fail' || verdict === 'warn',
    );
    expect(said.map(({ id }) => id).sort()).toEqual([...found].sort());
    expect(report.unreachable).toBeUndefined();
  });
});

const MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** What a strict schema of messages lets pass. */
function isValid(text: string): boolean {
  const value = parseJson(text);
  const { jsonrpc, method, params, result, error } = objectOrEmpty(value);
  return (
    jsonrpc === '2.0' &&
    Object.keys(objectOrEmpty(value)).every((name) => MEMBERS.includes(name)) &&
    (typeof method === 'string' || result !== undefined || error !== undefined) &&
    (params === undefined || isObject(params))
  );
}

async function refusal(status: number, body: string) {
  return { status, headers: { 'content-type': 'application/json' }, body, ended: 'whole' as const };
}
