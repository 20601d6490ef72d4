import { kept, notApplicable, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { HttpSession } from '../../session/http-session.js';
import { mcpLink } from '../links.js';
import { describe, hasResult } from '../read-reply.js';
import { harmlessText, statusOf, unjudged, WITHOUT_BODY } from './asks.js';
import { WITH_SESSIONS } from './eras.js';

const LINK = mcpLink('transports', '2025-11-25', 'session-management');
const NO_SESSION = notApplicable('the server gave no session id');

/** The session ids that the server gave in this run. */
function sessionIds({ exchanges }: Probe): readonly string[] {
  return exchanges.flatMap(({ told }) =>
    told.flatMap(({ headers }) => headers['mcp-session-id'] ?? []),
  );
}

interface WrongSession extends Pick<Case, 'id' | 'requirement' | 'fix'> {
  /** What is sent in place of the id that the server gave; `''` for none. */
  readonly header: string;
  readonly status: number;
  /** What it is called in a sentence. */
  readonly what: string;
}

/** A request that does not say its session right. */
const wrongSession = ({ header, status, what, ...row }: WrongSession): Case => ({
  ...row,
  group: 'http',
  link: LINK,
  keyword: 'SHOULD',
  eras: WITH_SESSIONS,
  transports: ['http'],
  async run(probe) {
    if (sessionIds(probe).length === 0) return NO_SESSION;
    const exchange = await probe.http({
      body: harmlessText(probe),
      headers: { 'mcp-session-id': header },
    });
    if (hasResult(exchange.reply)) return notApplicable('it looks at no session id');
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (statusOf(exchange) === status) return kept;
    return violated(`a request ${what} got ${describe(exchange)}`);
  },
});

export const sessionMissing = wrongSession({
  id: 'mcp/2025-03-26/transports/session-missing-400',
  requirement: 'A request without the session id that the server gave is refused with 400.',
  fix: 'Answer with 400 where the Mcp-Session-Id header is needed and missing.',
  header: '',
  status: 400,
  what: 'without Mcp-Session-Id',
});

export const sessionUnknown = wrongSession({
  id: 'mcp/2025-03-26/transports/session-unknown-404',
  requirement: 'A request with a session id that the server does not know is refused with 404.',
  fix: 'Answer with 404 where a session is unknown: it tells the client to initialize anew, which 400 does not.',
  header: 'errata-check-no-such-session',
  status: 404,
  what: 'with an unknown Mcp-Session-Id',
});

export const sessionEnded: Case = {
  id: 'mcp/2025-03-26/transports/session-ended-404',
  group: 'http',
  requirement: 'A request in a session that has ended is refused with 404.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Answer with 404 after DELETE has ended the session.',
  eras: WITH_SESSIONS,
  transports: ['http'],
  async run(probe) {
    const session = await probe.open();
    if (!(session instanceof HttpSession) || session.sessionId === undefined) return NO_SESSION;
    const ended = statusOf(await session.http({ method: 'DELETE', headers: WITHOUT_BODY }));
    if (ended === undefined || ended >= 300) {
      return notObserved(`DELETE got ${ended === undefined ? 'no answer' : `HTTP ${ended}`}`);
    }
    const exchange = await session.http({ body: harmlessText(probe) });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    if (statusOf(exchange) === 404) return kept;
    return violated(
      `after DELETE had got ${ended}, a request in the session got ${describe(exchange)}`,
    );
  },
};

export const sessionIdVisible: Case = {
  id: 'mcp/2025-03-26/transports/session-id-visible',
  group: 'http',
  requirement: 'Session ids are of visible ASCII characters only.',
  link: LINK,
  keyword: 'MUST',
  fix: 'Make session ids of 0x21 to 0x7E only, such as UUIDs.',
  eras: WITH_SESSIONS,
  transports: ['http'],
  when: 'last',
  run(probe) {
    const ids = sessionIds(probe);
    if (ids.length === 0) return NO_SESSION;
    const strange = ids.find((id) => !/^[\x21-\x7e]+$/.test(id));
    return strange === undefined ? kept : violated(`a session id is ${JSON.stringify(strange)}`);
  },
};
