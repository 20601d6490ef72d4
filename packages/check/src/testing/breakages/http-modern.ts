import { headersFor } from '@errata/prove';
import type { HttpAsk } from '../../wire/peer.js';
import type { Breakage } from '../breakage.js';
import {
  answering,
  bodyOf,
  headerOf,
  mistaking,
  modernOnly,
  withHeader,
  withoutHeader,
  withStatus,
} from './http-hooks.js';

const WHERE = { era: '2026-07-28', transport: 'http' } as const;
const UNKNOWN_METHOD = 'errata-check/over-http';

/** A header as it would have to be. */
function mend(name: string): (ask: HttpAsk) => HttpAsk {
  return (ask) => {
    const right = headersFor(bodyOf(ask), '2026-07-28', { begun: true });
    return withHeader(name, right[name])(ask);
  };
}

/** A server that does not mind what a header says, where it says this, or nothing. */
function blindTo(id: string, header: string, value: string | undefined): Breakage {
  return {
    ...WHERE,
    id: `mcp/2026-07-28/streamable-http/${id}`,
    breaks: () =>
      mistaking((ask) => ask.method === 'POST' && headerOf(ask, header) === value, mend(header)),
  };
}

/** A GET or DELETE that is served by a server that has nothing to serve there. */
function serving(method: 'GET' | 'DELETE'): Breakage {
  return {
    ...WHERE,
    id: `mcp/2026-07-28/streamable-http/${method.toLowerCase()}-405`,
    breaks: () =>
      modernOnly(
        answering(
          (ask) => ask.method === method && headerOf(ask, 'mcp-session-id') === undefined,
          () => ({ status: 204, headers: {}, body: '', ended: 'whole' }),
        ),
      ),
  };
}

/** Servers that break rules of 2026-07-28. */
export const HTTP_MODERN_BREAKAGES: readonly Breakage[] = [
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/stream-unbuffered',
    breaks: () => answering(() => true, withoutHeader('x-accel-buffering')),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/unsupported-version-400',
    breaks: () =>
      answering((ask) => headerOf(ask, 'mcp-protocol-version') === '1999-01-01', withStatus(200)),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/unknown-method-404',
    breaks: () => answering((ask) => bodyOf(ask).includes(UNKNOWN_METHOD), withStatus(200)),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/unknown-method-body',
    breaks: () =>
      answering(
        (ask) => bodyOf(ask).includes(UNKNOWN_METHOD),
        (told) => ({ ...told, headers: {}, body: '' }),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/missing-meta-400',
    breaks: () => answering((ask) => bodyOf(ask).includes('"errata-check-meta"'), withStatus(200)),
  },
  blindTo('method-wrong', 'mcp-method', 'errata-check/other'),
  blindTo('method-case', 'mcp-method', 'Server/Discover'),
  blindTo('method-missing', 'mcp-method', undefined),
  blindTo('name-wrong', 'mcp-name', 'errata-check-other'),
  blindTo('name-missing', 'mcp-name', undefined),
  blindTo('version-wrong', 'mcp-protocol-version', '2025-11-25'),
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/version-missing',
    breaks: () =>
      modernOnly(
        mistaking(
          (ask) => headerOf(ask, 'mcp-protocol-version') === undefined,
          mend('mcp-protocol-version'),
        ),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/name-base64',
    breaks: () =>
      mistaking(
        (ask) => headerOf(ask, 'mcp-name')?.startsWith('=?base64?bm90ZTov') === true,
        withHeader('mcp-name', 'encoded'),
      ),
  },
  {
    ...WHERE,
    id: 'mcp/2026-07-28/streamable-http/session-id-ignored',
    breaks: () =>
      modernOnly(
        answering(
          (ask) => headerOf(ask, 'mcp-session-id') !== undefined,
          (told, ask) => ({
            ...told,
            headers: { ...told.headers, 'mcp-session-id': headerOf(ask, 'mcp-session-id')! },
          }),
        ),
      ),
  },
  serving('GET'),
  serving('DELETE'),
];
