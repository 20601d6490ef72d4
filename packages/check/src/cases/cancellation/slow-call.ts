import { notObserved } from '../../case.js';
import type { Exchange, Heard } from '../../exchange.js';
import type { Probe } from '../../probe.js';
import { sampleArguments } from '../../schema/index.js';
import { idTextOf } from '../../session/sort-heard.js';
import { isSuccess, toolCallsIn, type ToolCall } from '../tool-calls.js';
import { cancelText } from './cancel-text.js';

/** Milliseconds of a call that is slow enough to be met in flight, and quick enough to be waited for. */
export const SLOW = { from: 300, to: 2500 } as const;

/** What cases that need a slow call say where there is none. */
export const NO_SLOW_TOOL = notObserved(
  `no tool that may be called takes between ${SLOW.from / 1000} and ${SLOW.to / 1000} seconds`,
);

const MOST_TOOLS = 20;
/** Milliseconds for finding a slow tool. */
const BUDGET = 6000;
export const OTHER = 'errata-some-other';
const SLOW_ID = 'errata-slow';
const BESIDE_ID = 'errata-beside';
const KEY = new RegExp(`"id":"${SLOW_ID}-(\\w+)"`);

/** A call of a tool with something beside it: a cancellation of another request, and a harmless request. */
export interface Race {
  readonly call: ToolCall;
  /** The reply to the harmless request. */
  readonly beside: Heard | undefined;
}

/**
 * Calls of tools that run beside something else, the slow ones among them. A run makes each once; later cases find them in what
 * was exchanged.
 */
export async function racesIn(probe: Probe): Promise<readonly Race[]> {
  const began = probe.clock.now();
  for (const [index, { name, inputSchema }] of probe.callable.slice(0, MOST_TOOLS).entries()) {
    const races = racesAmong(probe.exchanges);
    if (races.some(({ call }) => isSlow(call)) || probe.clock.now() - began > BUDGET) break;
    const args = sampleArguments(inputSchema);
    if (args === undefined || races.some(({ call }) => call.tool === name)) continue;
    if (isTooSlow(probe, name)) continue;
    const exchange = await race(probe, name, args, String(index));
    if (exchange.state !== 'open') break;
  }
  return racesAmong(probe.exchanges);
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

function race(probe: Probe, tool: string, args: unknown, key: string): Promise<Exchange> {
  const { method, params } = probe.harmless!;
  return probe.sendAll(
    [
      probe.write('tools/call', { name: tool, arguments: args }, `"${SLOW_ID}-${key}"`),
      cancelText({ requestId: OTHER }),
      probe.write(method, params, `"${BESIDE_ID}-${key}"`),
    ],
    { expects: 'reply', replies: 2, patience: SLOW.to },
  );
}

/** The same once more. */
export async function repeat(probe: Probe, { call }: Race): Promise<Race | undefined> {
  const exchange = await race(probe, call.tool, call.args, 'again');
  return racesAmong([exchange])[0];
}

function racesAmong(exchanges: readonly Exchange[]): readonly Race[] {
  return toolCallsIn(exchanges).flatMap((call) => {
    const { sent, responses } = call.exchange;
    const key = KEY.exec(sent[0] ?? '')?.[1];
    if (key === undefined) return [];
    const id = `"${BESIDE_ID}-${key}"`;
    return [{ call, beside: responses.find(({ text }) => idTextOf(text) === id) }];
  });
}

/** Whether a call of it is known to take longer than anybody here waits. */
function isTooSlow({ exchanges }: Probe, name: string): boolean {
  return toolCallsIn(exchanges).some(({ tool, ms }) => tool === name && ms > SLOW.to);
}
