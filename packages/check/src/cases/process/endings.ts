import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import type { Session } from '../../session/session.js';
import { Unreachable } from '../../wire/unreachable.js';
import { harmlessOf } from '../life/judge-life.js';

/** Milliseconds in which a server should be gone that was asked to; clients of the SDKs wait as long. */
export const TIME_TO_END = 2000;

/** How a process took its end, and whether the next one answered. */
export interface Ending {
  /** Its exit code, or the signal that ended it; undefined where it did not end in time. */
  readonly how: number | string | undefined;
  /** The last request before the end of input. */
  readonly last?: Exchange;
  readonly next: Start;
}

/** A process that was started, and what it answered; or why it was not. */
export type Start =
  | { readonly session: Session; readonly answer: Exchange }
  | { readonly session?: undefined; readonly why: string };

export interface Endings {
  /** A process beside the one of the run. */
  readonly beside: Start;
  /** The same of the process of the run, while the other one was there. */
  readonly run: Exchange;
  readonly eof: Ending | undefined;
  readonly sigterm: Ending | undefined;
  readonly sigkill: Ending | undefined;
}

const known = new WeakMap<Probe, Promise<Endings>>();

/** End processes in every way, one after the other; several cases look at the same ends. */
export function endingsOf(probe: Probe): Promise<Endings> {
  const found = known.get(probe) ?? endAll(probe);
  known.set(probe, found);
  return found;
}

async function endAll(probe: Probe): Promise<Endings> {
  const beside = await start(probe, '"errata-beside"');
  const run = await probe.alive();
  const eof = await end(probe, beside, endInput);
  const sigterm = await end(probe, eof?.next, (session) => session.process?.kill('SIGTERM'));
  const sigkill = await end(probe, sigterm?.next, (session) => session.process?.kill('SIGKILL'));
  return { beside, run, eof, sigterm, sigkill };
}

async function start(probe: Probe, id?: string): Promise<Start> {
  try {
    const session = await probe.open();
    const { method, params } = harmlessOf(probe);
    const answer = await session.request(method, params, id);
    return answer.reply === undefined ? { why: 'it answered nothing' } : { session, answer };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { why: error.message };
  }
}

/** Ends a process that answers; one that does not is replaced by another, if there is any. */
async function end(
  probe: Probe,
  started: Start | undefined,
  work: (session: Session, probe: Probe) => Promise<Exchange> | void,
): Promise<Ending | undefined> {
  const { session } = started?.session === undefined ? await start(probe) : started;
  if (session === undefined) return undefined;
  const last = await work(session, probe);
  const how = await endOf(session, probe);
  return { how, ...(last && { last }), next: await start(probe) };
}

/** A request, and nothing more after it. */
function endInput(session: Session, probe: Probe): Promise<Exchange> {
  const { method, params } = harmlessOf(probe);
  const asked = session.request(method, params, '"errata-last-words"');
  session.end();
  return asked;
}

async function endOf(session: Session, { clock }: Probe): Promise<number | string | undefined> {
  const over = new AbortController();
  const late = clock.sleep(TIME_TO_END, over.signal).then(() => undefined);
  const how = await Promise.race([session.process?.exited, late]);
  over.abort();
  return how;
}
