import { describe, expect, it } from 'vitest';
import type { Hooks } from '../testing/breakage.js';
import { answers, is, refused, served, type Members } from '../testing/broken-servers/hooks.js';
import { METHODS_BREAKAGES } from '../testing/broken-servers/methods.js';
import { healthyVerdict, casesNamed, verdictsOf } from '../testing/check-sample.js';

describe('a healthy server', () => {
  it.each(METHODS_BREAKAGES)('is seen to keep $id where a broken one does not', async (broken) => {
    expect(await healthyVerdict(broken)).toBe('pass');
  });
});

const ID = 'mcp/2024-11-05/tools/list-is-a-list';

const verdict = async (
  hooks: Hooks,
  era: '2025-11-25' | '2026-07-28' = '2025-11-25',
  transport: 'stdio' | 'http' = 'stdio',
) => (await verdictsOf({ era, transport, breaks: () => hooks }, casesNamed(ID)))[ID];

const listed = (change: (reply: Members) => Members) => answers(is('tools/list'), change);

describe('a list that is declared', () => {
  it.each([
    ['null', { tools: null }, 'fail: in the result of tools/list, "tools" is null'],
    ['an object', { tools: { a: 1 } }, 'fail: in the result of tools/list, "tools" is {"a":1}'],
    ['missing', {}, 'fail: in the result of tools/list, "tools" is missing'],
    ['empty', { tools: [] }, 'pass'],
  ])('may not be anything else: %s', async (_what, result, expected) => {
    expect(await verdict(listed(served(result)))).toBe(expected);
  });

  it('may not be refused', async () => {
    expect(await verdict(listed(refused(-32601, 'Method not found')))).toBe(
      'fail: tools/list got error -32601 "Method not found"',
    );
  });

  it('may ask the user to go somewhere first', async () => {
    expect(await verdict(listed(refused(-32042, 'Log in first')))).toBe(
      'not observed: the list could not be had now: error -32042 "Log in first"',
    );
  });

  it('may be asked for again later', async () => {
    const busy = ({ jsonrpc, id }: Members): Members => ({
      jsonrpc,
      id,
      error: { code: -31429, message: 'Too busy', data: { retry_after: 2 } },
    });
    expect(await verdict(listed(busy))).toBe(
      'not observed: the list could not be had now: error -31429 "Too busy"',
    );
  });

  it('may need something of the client in 2026-07-28', async () => {
    const result = { resultType: 'input_required', inputRequests: {} };
    expect(await verdict(listed(served(result)), '2026-07-28')).toBe(
      'not observed: the result is not the final one',
    );
  });

  it('may be kept from strangers by HTTP', async () => {
    const hooks: Hooks = {
      http: async (ask, next) => {
        const answer = await next(ask);
        const isIt = Buffer.from(ask.body ?? '').includes('"tools/list"');
        return isIt && answer !== undefined ? { ...answer, status: 401, body: '' } : answer;
      },
    };
    expect(await verdict(hooks, '2025-11-25', 'http')).toBe(
      'not observed: it was refused with HTTP 401',
    );
  });

  it('is no matter of servers that declare nothing', async () => {
    const hooks: Hooks = { offer: ({ tools: _tools, ...options }) => options };
    expect(await verdict(hooks)).toBe('not applicable: the server offers no tools');
  });
});
