import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { spoilArguments, type Spoiled } from '../../schema/index.js';
import type { OfferedTool } from '../../session/offer.js';
import { failsAnyway } from '../control-call.js';

/** A call with arguments that the tool's own schema forbids, and what came of it. */
export interface BadCall {
  readonly tool: OfferedTool;
  readonly spoiled: Spoiled;
  readonly exchange: Exchange;
  /** Whether the tool fails just so with right arguments: what it says is not about the wrong ones. */
  readonly failsAnyway: boolean;
}

const MOST_TOOLS = 8;
const MOST_CALLS = 80;
/** Of one kind, for one tool. */
const MOST_ALIKE = 2;

const made = new WeakMap<Probe, Promise<readonly BadCall[]>>();

/** Call the tools with arguments that are wrong in one way each; once in a run, whoever asks first. */
export function badCalls(probe: Probe): Promise<readonly BadCall[]> {
  const known = made.get(probe);
  if (known !== undefined) return known;
  const calls = callAll(probe);
  made.set(probe, calls);
  return calls;
}

async function callAll(probe: Probe): Promise<readonly BadCall[]> {
  const calls: Omit<BadCall, 'failsAnyway'>[] = [];
  const plan = probe.callable
    .slice(0, MOST_TOOLS)
    .flatMap((tool) =>
      fewOfEach(spoilArguments(tool.inputSchema)).map((spoiled) => ({ tool, spoiled })),
    );
  for (const { tool, spoiled } of plan.slice(0, MOST_CALLS)) {
    const exchange = await probe.call(tool.name, spoiled.args);
    calls.push({ tool, spoiled, exchange });
    // Who does not survive a wrong argument is not asked again; that it did not is told by the connection's state.
    if (exchange.state !== 'open') return calls.map((call) => ({ ...call, failsAnyway: false }));
  }
  const judged: BadCall[] = [];
  for (const call of calls) {
    judged.push({ ...call, failsAnyway: await failsAnyway(probe, call.tool, call.exchange) });
  }
  return judged;
}

function fewOfEach(all: readonly Spoiled[]): readonly Spoiled[] {
  const seen = new Map<string, number>();
  return all.filter(({ kind }) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= MOST_ALIKE;
  });
}
