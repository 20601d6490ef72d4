import type { Era } from '@errata/core/era';
import type { Case, Keyword, Outcome } from '../../case.js';
import { notObserved } from '../../case.js';
import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { isModern } from '../../session/dress.js';
import type { OfferedTool } from '../../session/offer.js';
import { FAILS_ANYWAY, failsAnyway } from '../control-call.js';
import { MCP } from '../eras.js';
import { judgeCode, judgeRefused } from '../judge-refusal.js';
import { withCapability, type Capability } from './with-capability.js';

/** A request that has to be refused. */
export interface Refusal {
  /** To which `-refused` and `-code` are added. */
  readonly id: string;
  /** What is sent, as the beginning of a sentence: `A tools/call without a name`. */
  readonly what: string;
  readonly capability: Capability;
  readonly method: string;
  /** What is sent with it; a text says why there is nothing to be sent. */
  params(probe: Probe): object | string | undefined;
  readonly codes: readonly [number, ...number[]];
  /** Where it says that it is refused, and how strongly. */
  readonly refused: { readonly link: string; readonly keyword: Keyword; readonly fix: string };
  /** The same of the code. */
  readonly coded: { readonly link: string; readonly keyword: Keyword; readonly fix: string };
  /** The tool that is called, where one that exists is: a tool that always fails refuses nothing. */
  tool?(probe: Probe): OfferedTool | undefined;
  /** All of MCP unless told. */
  readonly eras?: readonly Era[];
  /** Over HTTP, 2026-07-28 wants the name or uri in a header too, which cannot be there when there is none. */
  readonly headerless?: boolean;
}

/** Two cases of one request: that it is refused, and with which code. */
export function refusalPair(refusal: Refusal): readonly [Case, Case] {
  const { id, what, codes, refused, coded, eras = MCP } = refusal;
  const about = { group: 'methods', eras } as const;
  return [
    {
      ...about,
      ...refused,
      id: `${id}-refused`,
      requirement: `${what} is refused.`,
      run: (probe) => ask(refusal, probe, (exchange) => judgeRefused(exchange, what)),
    },
    {
      ...about,
      ...coded,
      id: `${id}-code`,
      requirement: `${what} is refused with ${codes.join(' or ')}.`,
      deviation: 'own-code',
      run: (probe) =>
        ask(refusal, probe, (exchange) =>
          judgeCode(exchange, what, [...codes, ...headerCodes(refusal, probe)]),
        ),
    },
  ];
}

function ask(
  { capability, method, params, tool }: Refusal,
  probe: Probe,
  judge: (exchange: Exchange) => Outcome,
): Outcome | Promise<Outcome> {
  return withCapability(probe, capability, async () => {
    const given = params(probe);
    if (typeof given === 'string') return notObserved(given);
    const exchange = await probe.request(method, given);
    const called = tool?.(probe);
    return called !== undefined && (await failsAnyway(probe, called, exchange))
      ? notObserved(FAILS_ANYWAY)
      : judge(exchange);
  });
}

function headerCodes({ headerless }: Refusal, { transport, era }: Probe): readonly number[] {
  return headerless === true && transport === 'http' && isModern(era) ? [-32020] : [];
}
