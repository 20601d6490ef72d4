import { describe, expect, it } from 'vitest';
import { sampleArguments } from '../schema/arguments.js';
import type { Hooks } from '../testing/breakage.js';
import { argumentsOf, errorFor, resultFor, textResult } from '../testing/broken-servers/hooks.js';
import { LOOKUP_SCHEMA } from '../testing/sample-server.js';
import { casesIn, casesNamed, verdictsOf } from '../testing/check-sample.js';
import { FAILS_ANYWAY } from './tool-calls.js';

const NAMES_THE_FIELD = 'errata/messages/names-the-field';
const NEXT_STEP = 'errata/messages/next-step';
const CASES = [...casesNamed('mcp/2024-11-05/tools/call-arguments-'), ...casesIn('arguments')];
const TOOLS = ['lookup', 'slow', 'busy'];

/** A server all of whose calls are answered with something else. */
const everyCall = (answer: (reply: string, count: number) => string): Hooks => {
  let count = 0;
  return {
    outgoing: (text, request) =>
      TOOLS.some((tool) => argumentsOf(request, tool) !== undefined) ? answer(text, ++count) : text,
  };
};

const serve = (hooks: Hooks, cases = CASES) =>
  verdictsOf({ era: '2025-11-25', transport: 'stdio', breaks: () => hooks }, cases);

const AWAY: readonly (readonly [string, (reply: string, count: number) => string])[] = [
  [
    'results with isError',
    (reply, count) =>
      resultFor(reply, textResult(`The database is away (incident ${count})`, { isError: true })),
  ],
  [
    'errors',
    (reply, count) =>
      errorFor(reply, {
        code: -32603,
        message: 'The database is away',
        data: { incident: `req_${count}f`, id: `0b1c2d3e-0000-4000-8000-00000000000${count % 10}` },
      }),
  ],
];

describe('a server whose every call fails for a reason of its own', () => {
  it.each(AWAY)('is not seen to refuse anything: %s', async (_how, answer) => {
    const verdicts = await serve(everyCall(answer), [
      ...CASES,
      ...casesNamed(NAMES_THE_FIELD, NEXT_STEP),
    ]);
    const { [NAMES_THE_FIELD]: field, [NEXT_STEP]: right, ...others } = verdicts;
    expect(new Set(Object.values(others))).toEqual(new Set([`not observed: ${FAILS_ANYWAY}`]));
    expect([field, right]).toEqual([
      'not observed: no call failed with words of its own',
      'not observed: no call failed with words of its own',
    ]);
  });

  it('is not blamed for its words where it falls silent later', async () => {
    const right = JSON.stringify(sampleArguments(LOOKUP_SCHEMA));
    let wrong = 0;
    const hooks: Hooks = {
      outgoing(text, request) {
        const args = argumentsOf(request, 'lookup');
        if (args === undefined) return text;
        if (JSON.stringify(args) !== right) wrong += 1;
        return wrong > 3
          ? undefined
          : resultFor(text, textResult('The database is away', { isError: true }));
      },
    };
    const cases = [...casesIn('answers'), ...casesNamed(NAMES_THE_FIELD)];
    expect((await serve(hooks, cases))[NAMES_THE_FIELD]).toBe(
      'not observed: no call failed with words of its own',
    );
  });

  it('is judged as before where it says something else to right arguments', async () => {
    const right = JSON.stringify(sampleArguments(LOOKUP_SCHEMA));
    const hooks: Hooks = {
      outgoing: (text, request) =>
        JSON.stringify(argumentsOf(request, 'lookup')) === right
          ? resultFor(text, textResult('The database is away', { isError: true }))
          : text,
    };
    expect(new Set(Object.values(await serve(hooks)))).toEqual(new Set(['pass']));
  });
});

describe('right arguments', () => {
  it('are sent to each tool once', async () => {
    const calls: string[] = [];
    const hooks: Hooks = {
      incoming(text) {
        for (const tool of TOOLS) {
          const args = JSON.stringify(argumentsOf(text, tool));
          const right = JSON.stringify(tool === 'lookup' ? sampleArguments(LOOKUP_SCHEMA) : {});
          if (args === right) calls.push(tool);
        }
        return text;
      },
    };
    await serve(hooks);
    expect(calls.sort()).toEqual(['busy', 'lookup', 'slow']);
  });
});
