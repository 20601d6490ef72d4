import type { HttpReply } from '../../exchange.js';
import { objectOrEmpty, parseJson } from '../../json/json.js';
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
  isMeant: (ask: HttpAsk, answer: HttpReply) => boolean,
  change: (answer: HttpReply, ask: HttpAsk) => HttpReply | undefined,
): Hooks {
  return {
    async http(ask, next) {
      const answer = await next(ask);
      return answer !== undefined && isMeant(ask, answer) ? change(answer, ask) : answer;
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

export function withStatus(status: number): (answer: HttpReply) => HttpReply {
  return (answer) => ({ ...answer, status });
}

/** A request with a header changed, or taken away. */
export function withHeader(name: string, value?: string): (ask: HttpAsk) => HttpAsk {
  return (ask) => {
    const { [name]: _old, ...headers } = ask.headers;
    return { ...ask, headers: value === undefined ? headers : { ...headers, [name]: value } };
  };
}

/** An answer without a header. */
export function withoutHeader(name: string): (answer: HttpReply) => HttpReply {
  return (answer) => {
    const { [name]: _old, ...headers } = answer.headers;
    return { ...answer, headers };
  };
}

/** An answer as a stream of one event. */
export function asStream(answer: HttpReply): HttpReply {
  const { 'content-length': _length, ...headers } = answer.headers;
  return {
    ...answer,
    headers: { ...headers, 'content-type': 'text/event-stream' },
    body: `data: ${answer.body}\n\n`,
  };
}

/** Refuses the handshake of earlier revisions, as a server that speaks 2026-07-28 alone does. */
export function modernOnly({ http }: Hooks): Hooks {
  return {
    async http(ask, next) {
      const { id, method, params } = objectOrEmpty(parseJson(bodyOf(ask)));
      if (method !== 'initialize') return http!(ask, next);
      const { protocolVersion } = objectOrEmpty(params);
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
