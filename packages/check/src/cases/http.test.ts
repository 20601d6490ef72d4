import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../exchange.js';
import type { Breakage, Hooks } from '../testing/breakage.js';
import {
  answering,
  asStream,
  bodyOf,
  headerOf,
  withHeader,
  withoutHeader,
  withStatus,
} from '../testing/broken-servers/hooks.js';
import { HTTP_BREAKAGES } from '../testing/broken-servers/http.js';
import {
  checkSample,
  findingsOf,
  resultsOf,
  healthyVerdict,
  casesIn,
  casesNamed,
  verdictsOf,
} from '../testing/check-sample.js';

const ANSWERS_TOOL = 'jsonrpc/5/answers-tool';
const CHALLENGE = 'mcp/2025-06-18/authorization/401-challenge';

describe('a healthy server', () => {
  it.each(HTTP_BREAKAGES.filter(({ id }) => id !== CHALLENGE))(
    'is seen to keep $id where a broken one does not',
    async (broken) => {
      expect(await healthyVerdict(broken)).toBe('pass');
    },
  );

  it(`is seen to keep ${CHALLENGE} if it refuses a wrong token`, async () => {
    const guarded: Breakage = {
      id: CHALLENGE,
      era: '2025-11-25',
      transport: 'http',
      breaks: () =>
        answering(
          (ask) => headerOf(ask, 'authorization') !== undefined,
          (answer) => ({
            ...answer,
            status: 401,
            headers: { 'www-authenticate': 'Bearer' },
            body: '',
          }),
        ),
    };
    const report = await checkSample(guarded, guarded, { cases: casesIn('http') });
    expect(findingsOf(report)).toEqual([]);
    expect(resultsOf(report).find(({ id }) => id === CHALLENGE)?.verdict).toBe('pass');
  });
});

function answer(status: number, headers: Record<string, string> = {}, body = ''): HttpReply {
  return { status, headers, body, ended: 'whole' };
}

function server(era: Breakage['era'], hooks: Hooks): Breakage {
  return { id: 'legal', era, transport: 'http', breaks: () => hooks };
}

const LEGAL: readonly { readonly what: string; readonly server: Breakage }[] = [
  {
    what: 'has no sessions',
    server: server('2025-11-25', withoutSessions()),
  },
  {
    what: 'accepts no notifications but the first',
    server: server(
      '2025-11-25',
      answering((ask) => bodyOf(ask).includes('notifications/cancelled'), withStatus(400)),
    ),
  },
  {
    what: 'streams every reply, and ends the streams',
    server: server(
      '2025-11-25',
      answering((ask, { status }) => ask.method === 'POST' && status === 200, asStream),
    ),
  },
  {
    what: 'has no stream to listen on, and ends no sessions',
    server: server(
      '2025-11-25',
      answering(
        ({ method }) => method === 'GET' || method === 'DELETE',
        () => answer(405, { allow: 'POST' }),
      ),
    ),
  },
  {
    what: 'refuses a foreign page with a text of its own',
    server: server(
      '2025-06-18',
      answering((ask) => headerOf(ask, 'origin') !== undefined, withStatus(400)),
    ),
  },
  {
    what: 'has a limiter before it that knows nothing of MCP',
    server: server(
      '2025-11-25',
      answering(
        (_ask, { status }) => status >= 400,
        () => answer(429, { 'content-type': 'text/plain' }, 'Too many requests'),
      ),
    ),
  },
  {
    what: 'does not know strange methods, and wants a length',
    server: server(
      '2025-11-25',
      answering(
        (ask) => ask.method !== 'POST' || headerOf(ask, 'transfer-encoding') !== undefined,
        (_told, { method }) =>
          answer(method === 'POST' ? 411 : method === 'GET' ? 405 : 501, { allow: 'POST' }),
      ),
    ),
  },
  {
    what: 'closes the connection on what is too large',
    server: server(
      '2025-11-25',
      answering(
        (ask) => bodyOf(ask).length > 1_000_000 || headerOf(ask, 'x-errata-check') !== undefined,
        () => undefined,
      ),
    ),
  },
  {
    what: 'serves earlier revisions beside 2026-07-28, with streams, sessions and no headers',
    server: server('2026-07-28', {
      async http(ask, next) {
        if (ask.method === 'GET') return answer(200, { 'content-type': 'text/event-stream' });
        if (ask.method === 'DELETE') return answer(204);
        if (
          headerOf(ask, 'mcp-protocol-version') === undefined &&
          !bodyOf(ask).includes('"initialize"')
        ) {
          return next(withHeader('mcp-protocol-version', '2026-07-28')(ask));
        }
        return headerOf(ask, 'mcp-session-id') === undefined ? next(ask) : answer(404);
      },
    }),
  },
  {
    what: 'looks at the version in the header before that in _meta',
    server: server(
      '2026-07-28',
      answering(
        (ask) => headerOf(ask, 'mcp-protocol-version') === '2025-11-25',
        (answer) => ({ ...answer, body: answer.body.replace('-32020', '-32022') }),
      ),
    ),
  },
];

describe('a server that does what is legal', () => {
  it.each(LEGAL)('is not blamed where it $what', async ({ server: legal }) => {
    const report = await checkSample(legal, legal, { cases: casesIn('http') });
    expect(report.unreachable).toBeUndefined();
    expect(findingsOf(report)).toEqual([]);
  });
});

it('a page of a server that failed is no answer, and a status of a limiter is one', async () => {
  const verdictAt = async (status: number) => {
    const breaks = () =>
      answering(
        (ask) => bodyOf(ask).includes('"tools/call"'),
        () => answer(status, { 'content-type': 'text/html' }, '<html>'),
      );
    const where = { era: '2025-11-25', transport: 'http', breaks } as const;
    return (await verdictsOf(where, casesNamed(ANSWERS_TOOL)))[ANSWERS_TOOL];
  };
  expect(await verdictAt(500)).toMatch(/^fail: the tool \w+ got HTTP 500 without a reply/);
  expect(await verdictAt(503)).toBe('pass');
});

/** A server that hands out no session ids, and asks for none. */
function withoutSessions(): Hooks {
  let id: string | undefined;
  return {
    async http(ask, next) {
      if (ask.method !== 'POST') return answer(405, { allow: 'POST' });
      const isFirst = bodyOf(ask).includes('"initialize"');
      const reply = await next(
        isFirst || id === undefined ? ask : withHeader('mcp-session-id', id)(ask),
      );
      id = reply?.headers['mcp-session-id'] ?? id;
      return reply && withoutHeader('mcp-session-id')(reply);
    },
  };
}
