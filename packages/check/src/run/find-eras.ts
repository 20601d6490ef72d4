import type { Era } from '@errata/core';
import type { WireExchange } from '../exchange.js';
import { harmlessMethod } from '../session/messages.js';
import type { CheckSession } from '../session/session.js';
import { Unanswered } from '../session/unanswered.js';
import { lastWords } from '../wire/server-output.js';
import { Unreachable } from '../wire/peer.js';
import { openSession, type Connector, type ConnectorSetup } from '../session/open-session.js';
import type { CheckOptions } from './options.js';

/** The newest revision with a handshake, which is asked for first. */
const NEWEST_WITH_HANDSHAKE: Era = '2025-11-25';
const WITH_HANDSHAKE: readonly Era[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** Those who want to know how it goes. */
export interface Listeners extends Pick<CheckOptions, 'onWaiting'> {
  readonly onExchange?: Connector['onExchange'];
}

/** What a server speaks. */
export interface Eras {
  readonly spoken: readonly Era[];
  /** One more, or none, where that takes time to find out. */
  readonly later: Promise<Era | undefined> | undefined;
  /** What it answered to the first request, where that was no result. */
  readonly refusal: WireExchange | undefined;
}

/** The revisions among those asked for that the server speaks; default: the newest of each generation. */
export async function findEras(
  given: ConnectorSetup,
  wanted: readonly Era[] | undefined,
  { onExchange = () => undefined, onWaiting }: Listeners = {},
): Promise<Eras> {
  let spoke = false;
  const hear = (exchange: WireExchange): void => {
    spoke ||= exchange.received.length > 0 || exchange.httpAnswers.length > 0;
    onExchange(exchange);
  };
  const connector: Connector = {
    ...given,
    onExchange: hear,
    onLink: () => undefined,
    unanswered: new Unanswered(),
  };
  const patient = withPatience(connector);
  const { patience } = patient.timing;
  const spoken: Era[] = [];
  let death: string | undefined;
  let refusal: WireExchange | undefined;
  let later: Promise<Era | undefined> | undefined;
  for (const [index, era] of (wanted ?? [NEWEST_WITH_HANDSHAKE, '2026-07-28' as const]).entries()) {
    const asked =
      index === 0 ? whileTelling(ask(patient, era), patient, onWaiting) : ask(connector, era);
    // A process of its own can be asked while the first revision is judged.
    if (
      index > 0 &&
      spoken.length > 0 &&
      wanted === undefined &&
      connector.peer.transport === 'stdio'
    ) {
      later = asked.then(
        ({ answered }) => answered,
        () => undefined, // that it does not start again is found by a case
      );
      break;
    }
    const { answered, died, refused } = await asked;
    death ??= died;
    refusal ??= refused;
    // A server may answer a handshake with another revision, which is then the one.
    if (answered === era || (wanted === undefined && answered !== undefined)) spoken.push(answered);
  }
  if (spoken.length === 0 && death !== undefined) throw new Unreachable(death);
  if (spoken.length === 0 && !spoke) {
    throw new Unreachable(`it said nothing at all in ${patience / 1000} s`);
  }
  return { spoken, later, refusal };
}

/** Milliseconds for the first answer of all: a command may have to be downloaded before it starts. */
const FIRST_PATIENCE = 60_000;

function withPatience(connector: Connector): Connector {
  const patience = Math.max(connector.timing.patience, FIRST_PATIENCE);
  return connector.peer.transport === 'stdio'
    ? { ...connector, timing: { ...connector.timing, patience } }
    : connector;
}

/** Milliseconds of silence after which the user gets a note. */
const UNEASE = 3000;

async function whileTelling<T>(
  answer: Promise<T>,
  { clock, timing: { patience } }: Connector,
  onWaiting: Listeners['onWaiting'],
): Promise<T> {
  if (onWaiting === undefined) return answer;
  const over = new AbortController();
  void clock.sleep(UNEASE, over.signal).then(() => {
    if (!over.signal.aborted) onWaiting({ upTo: patience });
  });
  try {
    return await answer;
  } finally {
    over.abort('over'); // a reason of ours: without one an exception would be made
  }
}

interface Found {
  /** The revision in which the server answers who asks for one, if in any. */
  readonly answered?: Era | undefined;
  /** How it ended, where it said nothing at all. */
  readonly died?: string;
  readonly refused?: WireExchange;
}

async function ask(connector: Connector, era: Era): Promise<Found> {
  const { session, greeting } = await openSession(connector, era);
  const exchange = greeting?.exchange ?? (await session.request(harmlessMethod(era)));
  const isDead = exchange.state === 'closed' && exchange.received.length === 0;
  const died = isDead ? await deathOf(session) : undefined;
  await session.close();
  if (died !== undefined) return { died };
  if (greeting === undefined) return { answered: era };
  const { result } = greeting;
  if (result === undefined) return { refused: exchange };
  if (era === '2026-07-28') return { answered: era };
  return { answered: WITH_HANDSHAKE.find((each) => each === result['protocolVersion']) };
}

function deathOf({ process }: CheckSession): Promise<string> | string {
  return process === undefined
    ? 'the server closed the connection before it answered anything'
    : lastWords(process);
}
