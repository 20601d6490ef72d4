import { randomBytes } from 'node:crypto';
import { systemClock } from '../clock.js';
import { checkPeer } from '../run/check-peer.js';
import type { CheckOptions } from '../run/options.js';
import type { Progress, Report, TargetReport, Waiting } from '../run/results.js';
import { httpPeer } from '../wire/http-peer.js';
import type { LinePeer, CheckedPeer } from '../wire/peer.js';
import { stdioPeer } from '../wire/stdio-peer.js';
import { tcpPeer } from '../wire/tcp-peer.js';
import type { CheckTarget } from './parse-target.js';

interface PeerOptions {
  /** Secrets for the environment of a server that is started here. */
  readonly secrets: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Headers of every request over HTTP, such as Authorization. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The server behind a target, as it is reached. Nothing is started or connected yet. */
function openPeer(target: CheckTarget, options: PeerOptions): CheckedPeer {
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

/** The same server, which counts as closed after an abort, so that no wait has to run out. */
export function untilAborted(peer: CheckedPeer, signal: AbortSignal): CheckedPeer {
  if (peer.transport !== 'http') return lines(peer, signal);
  return {
    ...peer,
    async ask(ask) {
      signal.throwIfAborted();
      // No race with one promise for the whole run: that would keep every answer until its end.
      return new Promise((resolve, reject) => {
        const callOff = onAbort(signal, () => resolve(undefined));
        void peer.ask(ask).then(resolve, reject).finally(callOff);
      });
    },
  };
}

function lines({ transport, open }: LinePeer, signal: AbortSignal): LinePeer {
  return {
    transport,
    async open() {
      signal.throwIfAborted();
      const link = await open();
      // It may have come while the link was made.
      if (signal.aborted) await link.close();
      signal.throwIfAborted();
      void link.closed.then(onAbort(signal, () => void link.close()));
      return link;
    },
  };
}

const WORKS = new WeakMap<AbortSignal, Set<() => void>>();

/** Something to do at an abort; what is returned calls it off. A signal has one listener, however many requests are under way. */
function onAbort(signal: AbortSignal, work: () => void): () => void {
  let works = WORKS.get(signal);
  if (works === undefined) {
    const all = (works = new Set());
    WORKS.set(signal, all);
    signal.addEventListener('abort', () => all.forEach((each) => each()), { once: true });
  }
  const own = works.add(work);
  return () => void own.delete(work);
}

export interface CheckTargetsOptions
  extends
    Omit<CheckOptions, 'onProgress' | 'onWaiting' | 'canaries' | 'clock'>,
    Omit<PeerOptions, 'secrets'> {
  readonly version: string;
  readonly date: Date;
  readonly onProgress?: (progress: Progress) => void;
  /** Takes it when a server is slow to say its first word. */
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** Judge servers, one after the other. */
export async function checkTargets(
  targets: readonly CheckTarget[],
  options: CheckTargetsOptions,
): Promise<Report> {
  const { version, date, onProgress, onWaiting, env, cwd, headers, ...rest } = options;
  const { signal } = rest;
  const reports: TargetReport[] = [];
  for (const target of targets) {
    const canaries = createCanaries(target);
    const peer = openPeer(target, {
      env,
      secrets: canaries.environment,
      ...(cwd !== undefined && { cwd }),
      ...(headers && { headers }),
    });
    const report = await checkPeer(signal ? untilAborted(peer, signal) : peer, {
      ...rest,
      canaries,
      ...(onProgress && {
        onProgress: (progress) => onProgress({ target: target.name, ...progress }),
      }),
      ...(onWaiting && {
        onWaiting: (waiting) => onWaiting({ target: target.name, ...waiting }),
      }),
    });
    reports.push({ target: target.name, ...report });
    if (signal?.aborted === true) break;
  }
  return { version, date: date.toISOString(), targets: reports, stale: [] };
}

/** Fresh random secrets: one that turns up can only have leaked. */
function createCanaries({ kind }: CheckTarget): NonNullable<CheckOptions['canaries']> {
  const hex = (): string => randomBytes(12).toString('hex');
  return {
    // Only a command that is started here gets an environment.
    environment: kind === 'stdio' ? [`errata-canary-${hex()}`] : [],
    argument: `Tr0ub4dor-${hex()}`,
  };
}
