import type { Exchange } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { sampleArguments } from '../../schema/index.js';
import { isSuccess, toolCallsIn, type ToolCall } from '../tool-calls.js';
import { cancelText } from './cancel-text.js';

/** Milliseconds of a call that is slow enough to be met in flight, and quick enough to be waited for. */
export const SLOW = { from: 300, to: 3000 } as const;

const MOST_TOOLS = 20;
/** Milliseconds for finding a slow tool. */
const BUDGET = 6000;
export const OTHER = 'errata-some-other';
const SLOW_ID = 'errata-slow';

/** A call of a tool with something beside it: a cancellation of another request, and a harmless request. */
export interface Race {
  readonly call: ToolCall;
  /** The id of the harmless request as JSON text. */
  readonly besideId: string;
}

/**
 * Calls of tools that run beside something else, the slow ones among them. A run makes each once; later cases find them in what
 * was exchanged.
 */
export async function racesIn(probe: Probe): Promise<readonly Race[]> {
  const began = probe.clock.now();
  for (const [index, { name, inputSchema }] of probe.callable.slice(0, MOST_TOOLS).entries()) {
    const races = pastRaces(probe);
    if (races.some(({ call }) => isSlow(call)) || probe.clock.now() - began > BUDGET) break;
    const args = sampleArguments(inputSchema);
    if (args === undefined || races.some(({ call }) => call.tool === name)) continue;
    if (isTooSlow(probe, name)) continue;
    const exchange = await race(probe, name, args, index);
    if (exchange.state !== 'open') break;
  }
  return pastRaces(probe);
}

/** A call that succeeded and took its time; undefined where there is none. */
export async function findSlowCall(probe: Probe): Promise<ToolCall | undefined> {
  await racesIn(probe);
  return toolCallsIn(probe.exchanges).find(
    (call) => isSlow(call) && probe.callable.some(({ name }) => name === call.tool),
  );
}

export function isSlow({ reply, ms }: ToolCall): boolean {
  return ms >= SLOW.from && ms <= SLOW.to && isSuccess(reply);
}

function race(probe: Probe, tool: string, args: unknown, index: number): Promise<Exchange> {
  const { method, params } = probe.harmless!;
  return probe.sendAll(
    [
      probe.write('tools/call', { name: tool, arguments: args }, `"${SLOW_ID}-${index}"`),
      cancelText({ requestId: OTHER }),
      probe.write(method, params, `"errata-beside-${index}"`),
    ],
    { expects: 'reply', replies: 2, patience: SLOW.to },
  );
}

function pastRaces({ exchanges }: Probe): readonly Race[] {
  return toolCallsIn(exchanges).flatMap((call) => {
    const index = new RegExp(`"id":"${SLOW_ID}-(\\d+)"`).exec(call.exchange.sent[0] ?? '')?.[1];
    return index === undefined ? [] : [{ call, besideId: `"errata-beside-${index}"` }];
  });
}

/** Whether a call of it is known to take longer than anybody here waits. */
function isTooSlow({ exchanges }: Probe, name: string): boolean {
  return toolCallsIn(exchanges).some(({ tool, ms }) => tool === name && ms > SLOW.to);
}
