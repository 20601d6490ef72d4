import { describe, expect, it } from 'vitest';
import type { Breakage, Hooks } from '../testing/breakage.js';
import { checkSample, resultsOf } from '../testing/check-sample.js';
import { CANCELLATION_CASES } from './cancellation.js';

const STDIO = { era: '2025-11-25', transport: 'stdio' } as const;
const HTTP = { era: '2025-11-25', transport: 'http' } as const;
const BLOCKS = 'errata/cancellation/slow-call-does-not-block';
const ANSWERS = 'mcp/2024-11-05/cancellation/cancelled-not-answered';

async function resultOf(
  id: string,
  hooks: Hooks,
  where: Pick<Breakage, 'era' | 'transport'> = STDIO,
): Promise<string> {
  const server = { ...where, id, breaks: () => hooks };
  const report = await checkSample(where, server, { cases: CANCELLATION_CASES });
  const { verdict, why } = resultsOf(report).find((result) => result.id === id)!;
  return why === undefined ? verdict : `${verdict}: ${why}`;
}

/** A server that holds back everything that it says while a slow call runs. */
function blocking(calls: number): Hooks {
  let running: string | undefined;
  let left = calls;
  const held: string[] = [];
  return {
    incoming(text) {
      if (left > 0 && /"errata-(?:slow|cancelled).*"slow"/.test(text)) running = text;
      return text.includes('"requestId":"errata-cancelled"') ? undefined : text;
    },
    outgoing(text, request, controls) {
      if (running === undefined) return text;
      if (request !== running) {
        held.push(text);
        return undefined;
      }
      running = undefined;
      left -= 1;
      controls.say(text);
      for (const each of held.splice(0, held.length - 1)) controls.say(each);
      return held.pop();
    },
  };
}

describe('a server that does one thing after the other', () => {
  it('is warned that slow calls block', async () => {
    expect(await resultOf(BLOCKS, blocking(9))).toMatch(/^warn: .* after 2000 ms/);
  });

  it('is not reported when it happened once', async () => {
    expect(await resultOf(BLOCKS, blocking(1))).toBe(
      'not observed: slow did so once, and not again',
    );
  });

  it('cannot be blamed for answering a call whose cancellation it had not read', async () => {
    expect(await resultOf(ANSWERS, blocking(9))).toBe(
      'not observed: the server read nothing while the tool ran',
    );
  });
});

describe('a cancelled call', () => {
  const answeredAtOnce = (answer: string): Hooks => ({
    incoming(text, controls) {
      if (!text.includes('"requestId":"errata-cancelled"')) return text;
      controls.say(`{"jsonrpc":"2.0","id":"errata-cancelled",${answer}}`);
      return text;
    },
  });

  it('that is answered with an error was answered', async () => {
    const hooks = answeredAtOnce('"error":{"code":0,"message":"Request cancelled"}');
    expect(await resultOf(ANSWERS, hooks)).toMatch(/^warn: slow was cancelled at once/);
  });

  it('that is done already was not', async () => {
    const hooks = answeredAtOnce('"result":{"content":[]}');
    expect(await resultOf(ANSWERS, hooks)).toBe(
      'not observed: slow was done before it could be cancelled',
    );
  });
});

describe('without a slow tool', () => {
  it.each([BLOCKS, ANSWERS, 'jsonrpc/5/answered-after-cancellation'])(
    '%s is not observed',
    async (id) => {
      const offer: Hooks['offer'] = (options) => ({
        ...options,
        tools: options.tools!.filter(({ name }) => name !== 'slow'),
      });
      expect(await resultOf(id, { offer })).toMatch(/^not observed: no tool/);
    },
  );
});

describe('over HTTP', () => {
  it('a cancellation may be refused by a status', async () => {
    const hooks: Hooks = {
      http: async (ask, next) => {
        const answer = await next(ask);
        const isIt = Buffer.from(ask.body ?? '').includes('errata-never-asked');
        return isIt && answer !== undefined ? { ...answer, status: 400 } : answer;
      },
    };
    const id = 'mcp/2024-11-05/cancellation/unknown-request-ignored';
    expect(await resultOf(id, hooks, HTTP)).toBe('not observed: HTTP refused the notification');
  });
});
