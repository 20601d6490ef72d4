import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Clock } from '../clock.js';
import { askHttp } from './ask-http.js';
import { Unreachable, type HttpPeer } from './peer.js';

export interface HttpPeerOptions {
  readonly clock: Clock;
  /** The user's own, such as `Authorization`; what a request says itself comes first. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server on real sockets, which are closed at the end. */
export interface ClosableHttpPeer extends HttpPeer {
  close(): Promise<void>;
}

/**
 * The server behind a URL. A server that never accepts a connection is unreachable; one that accepted one before and no longer
 * does gives no answer, like any server that died.
 */
export function httpPeer(
  target: string,
  { clock, headers = {} }: HttpPeerOptions,
): ClosableHttpPeer {
  const url = new URL(target);
  const shown = `${url.origin}${url.pathname}${url.search}`;
  const agent = new (url.protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  let wasMet = false;
  return {
    transport: 'http',
    url: shown,
    async ask(given) {
      const ask = { ...given, headers: { ...own, ...given.headers } };
      let asked = await askHttp(url, ask, { agent, clock });
      if (asked.kind === 'stale') asked = await askHttp(url, ask, { agent: false, clock });
      if (asked.kind === 'unconnected' && !wasMet) {
        throw new Unreachable(`there is no connection to ${shown}: ${reasonOf(asked.why)}`);
      }
      wasMet = true;
      return asked.kind === 'answered' ? asked.answer : undefined;
    },
    async close() {
      agent.destroy();
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EPROTO: 'it does not speak TLS',
};

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code !== undefined && Object.hasOwn(REASONS, code) ? REASONS[code]! : message;
}
