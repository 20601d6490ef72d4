import { systemClock } from '../clock.js';
import { httpPeer } from '../wire/http-peer.js';
import { stdioPeer } from '../wire/stdio-peer.js';
import { tcpPeer } from '../wire/tcp-peer.js';
import type { Peer } from '../wire/peer.js';
import type { Target } from './target.js';

export interface PeerOptions {
  /** Secrets for the environment of a server that is started here. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Headers of every request over HTTP, such as Authorization. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server behind a target, as it is reached. Nothing is started or connected yet. */
export function openPeer(target: Target, options: PeerOptions): Peer {
  const { secrets, env, cwd, headers } = options;
  switch (target.kind) {
    case 'stdio': {
      const { command, args } = target;
      return stdioPeer({ command, args, env, secrets, ...(cwd !== undefined && { cwd }) });
    }
    case 'tcp':
      return tcpPeer({ host: target.host, port: target.port });
    case 'http':
      return httpPeer(target.url, { clock: systemClock, ...(headers && { headers }) });
  }
}
