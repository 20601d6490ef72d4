import { kept, notObserved, violated, type Case } from '../../case.js';
import { adviceLink, mcpLink } from '../links.js';
import { harmlessText, mediaTypeOf, statusOf, unjudged, WITHOUT_BODY } from './asks.js';
import { WITH_SESSIONS } from './eras.js';

export const getStreamsOrRefuses: Case = {
  id: 'mcp/2025-03-26/transports/get-stream-or-405',
  group: 'http',
  requirement: 'GET is answered with an event stream, or with 405.',
  link: mcpLink('transports', '2025-11-25', 'listening-for-messages-from-the-server'),
  keyword: 'MUST',
  fix: 'Answer GET with 405 Method Not Allowed where the server does not stream.',
  eras: WITH_SESSIONS,
  transports: ['http'],
  async run(probe) {
    const exchange = await probe.http({
      method: 'GET',
      headers: { 'content-type': '', accept: 'text/event-stream' },
      enough: () => true,
      patience: 2000,
    });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const [told] = exchange.told;
    if (told!.status === 405) return kept;
    if (told!.status === 200 && mediaTypeOf(told!) === 'text/event-stream') return kept;
    return violated(`GET got HTTP ${told!.status} with ${typeText(mediaTypeOf(told!))}`);
  },
};

/** Methods that nobody needs here, and that must not be the end of anybody. */
const STRANGE = [
  { method: 'HEAD', headers: WITHOUT_BODY },
  { method: 'OPTIONS', headers: WITHOUT_BODY },
  {
    method: 'DELETE',
    headers: { ...WITHOUT_BODY, 'mcp-session-id': 'errata-check-no-such-session' },
  },
] as const;

/** HEAD, OPTIONS and DELETE do not make the server fail. */
export const STRANGE_METHOD_CASES: readonly Case[] = STRANGE.map(({ method, headers }) => ({
  id: `errata/http/${method.toLowerCase()}-no-5xx`,
  group: 'http',
  requirement: `${method} does not make the server fail.`,
  link: adviceLink('http'),
  keyword: 'SHOULD',
  fix: `Answer ${method} with what it asks for, or with 405 and an Allow header.`,
  transports: ['http'],
  once: true,
  async run(probe) {
    const exchange = await probe.http({ method, headers, enough: () => true, patience: 2000 });
    const skipped = unjudged(exchange);
    if (skipped !== undefined) return skipped;
    const status = statusOf(exchange)!;
    // 501 is what HTTP has for methods that a server does not know.
    return status < 500 || status === 501 ? kept : violated(`${method} got HTTP ${status}`);
  },
}));

export const otherMethodsRefused: Case = {
  id: 'errata/http/put-patch-405',
  group: 'http',
  requirement: 'PUT and PATCH are refused with 405.',
  link: 'https://www.rfc-editor.org/rfc/rfc9110#section-9.1',
  keyword: 'SHOULD',
  fix: 'Answer methods that are not served with 405 and an Allow header.',
  transports: ['http'],
  once: true,
  async run(probe) {
    for (const method of ['PUT', 'PATCH']) {
      const exchange = await probe.http({ method, body: harmlessText(probe) });
      const skipped = unjudged(exchange);
      if (skipped !== undefined) return skipped;
      const status = statusOf(exchange)!;
      if (status !== 405 && status !== 501) return violated(`${method} got HTTP ${status}`);
    }
    return kept;
  },
};

export const refusedMethodSaysAllowed: Case = {
  id: 'errata/http/405-allow',
  group: 'http',
  requirement: 'An answer 405 names the methods that are served in its Allow header.',
  link: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.6',
  keyword: 'SHOULD',
  fix: 'Add an Allow header to every 405, such as "Allow: POST".',
  transports: ['http'],
  when: 'last',
  async run(probe) {
    await probe.http({ method: 'PUT', body: harmlessText(probe) });
    const refused = probe.exchanges.filter(({ told }) => told.some(({ status }) => status === 405));
    const silent = refused.find(({ told }) =>
      told.some(({ status, headers }) => status === 405 && headers['allow'] === undefined),
    );
    if (silent !== undefined) {
      return violated(`${silent.asked?.[0]?.method ?? ''} got 405 without Allow`, silent);
    }
    return refused.length > 0 ? kept : notObserved('nothing was answered with 405');
  },
};

function typeText(type: string): string {
  return type === '' ? 'no content type' : type;
}
