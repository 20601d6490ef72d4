import { isIPv4 } from 'node:net';
import { randomBytes } from 'node:crypto';
import { systemClock } from './clock.js';
import { checkPeer } from './run/check-peer.js';
import type { CheckOptions } from './run/options.js';
import type { Progress, Report, TargetReport, Waiting } from './run/results.js';
import { httpPeer } from './wire/http-peer.js';
import type { LinePeer, CheckedPeer } from './wire/peer.js';
import { stdioPeer } from './wire/stdio-peer.js';
import { tcpPeer } from './wire/tcp-peer.js';

/** A server to be judged, as the user named it. */
export type CheckTarget =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | { readonly kind: 'http'; readonly name: string; readonly url: string }
  | { readonly kind: 'tcp'; readonly name: string; readonly host: string; readonly port: number };

/** What is wrong with a target, as one sentence. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** The words of a command line: white space parts them, quotes and backslashes hold them together. No shell is involved. */
function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    if (quote === "'" && letter !== "'") word = (word ?? '') + letter;
    else if (letter === '\\' && at + 1 < line.length) word = (word ?? '') + line[++at]!;
    else if (quote !== '' && letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === '' && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') throw new TargetError(`a quote ${quote} is not closed in: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** Whether a host is this machine, and no name or address can make it another. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return isIPv4(bare) && bare.startsWith('127.');
}

export interface TargetOptions {
  /** Hosts beside this machine that may be spoken to. */
  readonly allowHosts?: readonly string[];
}

/** What a text names: `http://…`, `tcp://host:port`, or a command in one text. */
export function parseTarget(text: string, options: TargetOptions = {}): CheckTarget {
  if (/^https?:\/\//i.test(text)) {
    const url = toUrl(text);
    assertAllowed(url.hostname, options);
    return { kind: 'http', name: text, url: url.href };
  }
  if (/^tcp:\/\//i.test(text)) {
    const { hostname, port } = toUrl(text);
    if (port === '') throw new TargetError(`${text} has no port: tcp://127.0.0.1:4000`);
    assertAllowed(hostname, options);
    return { kind: 'tcp', name: text, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new TargetError(`${text} is neither http://, https:// nor tcp://`);
  }
  return toCommand(splitWords(text), text);
}

/** A command whose words are known already. */
export function toCommand(words: readonly string[], name = words.join(' ')): CheckTarget {
  const [command, ...args] = words;
  if (command === undefined || command === '') throw new TargetError('the command is empty');
  return { kind: 'stdio', name, command, args };
}

function toUrl(text: string): URL {
  if (!URL.canParse(text)) throw new TargetError(`${text} is no address`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new TargetError('an address holds no password here: use --header "Authorization: …"');
  }
  return url;
}

/** A judge abuses what it judges: only this machine, and what the user named on purpose. */
function assertAllowed(host: string, { allowHosts = [] }: TargetOptions): void {
  if (isLoopback(host) || allowHosts.includes(host.replace(/^\[|\]$/g, ''))) return;
  throw new TargetError(
    `${host} is not this machine; if its owner agrees to the abuse, say --allow-host ${host}`,
  );
}

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
    const canaries = createCanaries(target, headers);
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

/** Headers whose value is a secret. */
const CREDENTIAL = /auth|cookie|key|token|secret/i;

/** Fresh random secrets: one that turns up can only have leaked. */
function createCanaries(
  { kind }: CheckTarget,
  headers: CheckTargetsOptions['headers'] = {},
): NonNullable<CheckOptions['canaries']> {
  const hex = (): string => randomBytes(12).toString('hex');
  return {
    // Only a command that is started here gets an environment.
    environment: kind === 'stdio' ? [`errata-canary-${hex()}`] : [],
    argument: `Tr0ub4dor-${hex()}`,
    given: Object.entries(headers).flatMap(([name, value]) =>
      CREDENTIAL.test(name) ? [value, value.replace(/^\w+ /, '')] : [],
    ),
  };
}
