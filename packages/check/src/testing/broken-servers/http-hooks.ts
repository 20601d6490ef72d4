import type { Told } from '../../exchange.js';
import { membersOf, parseJson } from '../../json/json.js';
import type { HttpAsk } from '../../wire/peer.js';
import type { Hooks } from '../breakage.js';

/** The body of a request as a text. */
export function bodyOf({ body = '' }: HttpAsk): string {
  return Buffer.from(body).toString();
}

/** What a request says under a name in its headers. */
export function headerOf({ headers }: HttpAsk, name: string): string | undefined {
  return headers[name];
}

/** A server that answers some requests otherwise than it should. */
export function answering(
  isMeant: (ask: HttpAsk, told: Told) => boolean,
  change: (told: Told, ask: HttpAsk) => Told | undefined,
): Hooks {
  return {
    async http(ask, next) {
      const told = await next(ask);
      return told !== undefined && isMeant(ask, told) ? change(told, ask) : told;
    },
  };
}

/** A server that takes some requests for others. */
export function mistaking(
  isMeant: (ask: HttpAsk) => boolean,
  change: (ask: HttpAsk) => HttpAsk,
): Hooks {
  return { http: (ask, next) => next(isMeant(ask) ? change(ask) : ask) };
}

export function withStatus(status: number): (told: Told) => Told {
  return (told) => ({ ...told, status });
}

/** A request with a header changed, or taken away. */
export function withHeader(name: string, value?: string): (ask: HttpAsk) => HttpAsk {
  return (ask) => {
    const { [name]: _old, ...headers } = ask.headers;
    return { ...ask, headers: value === undefined ? headers : { ...headers, [name]: value } };
  };
}

/** An answer without a header. */
export function withoutHeader(name: string): (told: Told) => Told {
  return (told) => {
    const { [name]: _old, ...headers } = told.headers;
    return { ...told, headers };
  };
}

/** An answer as a stream of one event. */
export function asStream(told: Told): Told {
  const { 'content-length': _length, ...headers } = told.headers;
  return {
    ...told,
    headers: { ...headers, 'content-type': 'text/event-stream' },
    body: `data: ${told.body}\n\n`,
  };
}

/** Refuses the handshake of earlier revisions, as a server that speaks 2026-07-28 alone does. */
export function modernOnly({ http }: Hooks): Hooks {
  return {
    async http(ask, next) {
      const { id, method, params } = membersOf(parseJson(bodyOf(ask)));
      if (method !== 'initialize') return http!(ask, next);
      const { protocolVersion } = membersOf(params);
      const requested = typeof protocolVersion === 'string' ? protocolVersion : '';
      const data = { supported: ['2026-07-28'], requested };
      const error = { code: -32022, message: 'Only 2026-07-28 is spoken here', data };
      return {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id, error }),
        ended: 'whole',
      };
    },
  };
}
