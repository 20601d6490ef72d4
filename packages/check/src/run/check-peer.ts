import type { Era } from '@errata/core';
import { CASES } from '../cases/cases.js';
import { credentials } from '../cases/leak-patterns.js';
import type { CheckOptions } from './options.js';
import type { CaseResult, TargetReport } from './results.js';
import { systemClock } from '../clock.js';
import type { WireExchange } from '../exchange.js';
import type { OfferedTool } from '../session/offer.js';
import { DEFAULT_TIMING } from '../session/session.js';
import { Unreachable, type CheckedPeer } from '../wire/peer.js';
import { describe } from '../cases/read-reply.js';
import { toolCallsIn } from '../cases/tool-calls.js';
import { callableTools, MOST_TOOLS, whyUnmarked, runEra, type EraRun } from './run-era.js';
import { findEras } from './find-eras.js';
import type { RunProbe } from './run-probe.js';

const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY-----(?:[^-]{0,8000}-----END[^-]{0,40}-----)?/g;

/** Shorter ones are words, and would be found everywhere. */
const SHORTEST = 4;

type Maskable = Pick<TargetReport, 'server' | 'eras' | 'contract' | 'unreachable' | 'notes'>;

/** A report without the secrets that were found or planted: it ends up in tickets and logs. */
function maskSecrets({ eras, ...rest }: Maskable, found: Iterable<string>): Maskable {
  const secrets = [...new Set(found)]
    .filter(({ length }) => length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  // Cases share exchanges, and servers repeat themselves.
  const known = new Map<string, string>();
  const maskOnce = (text: string): string => {
    const masked = known.get(text) ?? maskText(text, secrets);
    known.set(text, masked);
    return masked;
  };
  // What we say about a case ourselves holds no secret.
  const maskResult = ({ why, exchanges, views, ...own }: CaseResult): CaseResult => ({
    ...own,
    ...(mask({ ...(why !== undefined && { why }), exchanges, views }, maskOnce) as typeof own &
      Pick<CaseResult, 'exchanges' | 'views'>),
  });
  return {
    eras: eras.map((each) => ({ ...each, results: each.results.map(maskResult) })),
    ...(mask(rest, maskOnce) as typeof rest),
  };
}

function mask(value: unknown, maskOnce: (text: string) => string): unknown {
  if (typeof value === 'string') return maskOnce(value);
  if (Array.isArray(value)) return value.map((each) => mask(each, maskOnce));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, mask(member, maskOnce)]),
  );
}

function maskText(text: string, secrets: readonly string[]): string {
  const known = [...secrets, ...credentials(text).map(({ core }) => core)];
  return known
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, maskOf(secret)), text)
    .replaceAll(PRIVATE_KEY, maskOf);
}

function maskOf({ length }: string): string {
  return `[masked: ${length} characters]`;
}

/** Judge one server. Only a defect of the judge itself, or an abort, makes it reject. */
export async function checkPeer(
  peer: CheckedPeer,
  options: CheckOptions = {},
): Promise<Omit<TargetReport, 'target'>> {
  const { clock = systemClock, timing = DEFAULT_TIMING, contract, signal } = options;
  const began = clock.now();
  const connector = { peer, clock, timing };
  const runs: EraRun[] = [];
  let unreachable: string | undefined;
  let asked = 0;
  try {
    const { spoken, later, refusal } = await findEras(connector, options.eras, {
      onExchange: () => void (asked += 1),
      ...(options.onWaiting && { onWaiting: options.onWaiting }),
    });
    if (spoken.length === 0) unreachable = noEra(options.eras, refusal);
    for (const era of spoken) {
      if (signal?.aborted === true) break;
      runs.push(await runEra(connector, era, runs.length === 0, options));
    }
    const more = signal?.aborted === true ? undefined : await later;
    if (more !== undefined) runs.push(await runEra(connector, more, false, options));
  } catch (error) {
    const isOver = signal?.aborted === true && runs.length > 0;
    if (!isOver && !(error instanceof Unreachable)) throw error;
    if (error instanceof Unreachable) unreachable = error.message;
  }
  const [first] = runs;
  return {
    transport: peer.transport,
    ...maskSecrets(
      {
        server: first?.probe.offer.server ?? { name: '', version: '' },
        eras: runs.map(({ report }) => report),
        ...(contract && { contract: contract.report(runs.map(({ probe }) => probe)) }),
        ...(unreachable !== undefined && { unreachable }),
        notes: first === undefined ? [] : notesOn(first.probe, options),
      },
      secretsOf(runs, options),
    ),
    ...(isPartial(options) && { partial: true as const }),
    ...(signal?.aborted === true && { interrupted: true as const }),
    requests: runs.reduce((sum, { probe }) => sum + probe.exchanges.length, asked),
    ms: clock.now() - began,
  };
}

function isPartial({ cases = CASES }: CheckOptions): boolean {
  return CASES.some((each) => !cases.includes(each));
}

/** Secrets that were planted, and those that were found. */
function secretsOf(runs: readonly EraRun[], { canaries }: CheckOptions): readonly string[] {
  const { environment = [], argument = '', given = [] } = canaries ?? {};
  const planted = [...environment, argument, ...given];
  return [...planted, ...runs.flatMap(({ probe }) => [...probe.secrets])];
}

function noEra(wanted: readonly Era[] | undefined, refusal: WireExchange | undefined): string {
  const said = refusal === undefined ? '' : `; the first request got ${describe(refusal)}`;
  return wanted === undefined
    ? `it answered neither initialize nor server/discover with a result${said}: ${adviceOn(refusal?.httpAnswers[0]?.status)}`
    : `it does not speak ${wanted.join(' or ')}${said}`;
}

/** What to look at first, by the status of HTTP. */
function adviceOn(status = 0): string {
  if (status === 401 || status === 403) return 'does it want --header "Authorization: …"?';
  if (status === 404 || status === 405) return 'is the path of the address right?';
  if (status >= 500) return 'its log should say why it fails';
  return 'is it an MCP server? (plain JSON-RPC: --plain)';
}

/** What the user should know about how the server was judged. */
function notesOn({ offer, exchanges }: RunProbe, options: CheckOptions): string[] {
  const { tools } = offer;
  const { allowTools = [], maxTools = MOST_TOOLS } = options;
  const unknown = allowTools.filter((wanted) => tools.every(({ name }) => name !== wanted));
  const names = new Set(toolCallsIn(exchanges).map(({ tool }) => tool));
  const called = tools.filter(({ name }) => names.has(name)).length;
  const callable = callableTools(offer, { ...options, maxTools: Infinity });
  const left = tools.filter((tool) => !callable.includes(tool));
  const isLimited = callable.length > maxTools;
  return [
    ...unknown.map((name) => `--call ${name}: ${noSuchTool(tools)}`),
    ...(called < tools.length && (!isLimited || left.length > 0)
      ? [`${called} of ${tools.length} tools called`]
      : []),
    ...(isLimited
      ? [`${maxTools} of ${callable.length} callable tools called: --max-tools sets the limit`]
      : []),
    ...notCalled(left),
  ];
}

function noSuchTool(tools: readonly OfferedTool[]): string {
  return tools.length === 0
    ? 'the server has no tools'
    : `the server has no such tool; it has ${namesOf(tools)}`;
}

function notCalled(left: readonly OfferedTool[]): string[] {
  return left.length === 0 ? [] : [`Not called: ${namesOf(left)}: ${whyUnmarked(left)}`];
}

function namesOf(tools: readonly OfferedTool[]): string {
  const names = tools.slice(0, 5).map(({ name }) => name);
  const more = tools.length > names.length ? `, and ${tools.length - names.length} more` : '';
  return `${names.join(', ')}${more}`;
}
