import type { Exchange } from '../exchange.js';
import type { Probe } from '../probe.js';
import { sampleArguments } from '../schema/index.js';
import type { OfferedTool } from '../session/offer.js';
import { codeOf, failureText, hasFailed } from './read-reply.js';

type Controls = Map<string, Promise<Exchange | undefined>>;

const made = new WeakMap<Probe, Controls>();

/** What a tool says to arguments that are right; undefined where that cannot be known. A run asks once. */
function controlCall(probe: Probe, tool: OfferedTool): Promise<Exchange | undefined> {
  const calls: Controls = made.get(probe) ?? new Map();
  made.set(probe, calls);
  const known = calls.get(tool.name);
  if (known !== undefined) return known;
  const call = callRightly(probe, tool, [...calls.values()]);
  calls.set(tool.name, call);
  return call;
}

async function callRightly(
  probe: Probe,
  { name, inputSchema }: OfferedTool,
  before: readonly Promise<Exchange | undefined>[],
): Promise<Exchange | undefined> {
  const args = sampleArguments(inputSchema);
  // Where a right call goes without an answer, nobody waits for more of them.
  const isMute = (await Promise.all(before)).some((each) => (each?.state ?? 'open') !== 'open');
  return args === undefined || isMute ? undefined : probe.call(name, args);
}

/** Why cases say nothing of a call that fails like any other. */
export const FAILS_ANYWAY = 'the tool fails in the same way when its arguments are right';

/** Whether a call failed for a reason that has nothing to do with its arguments: one with right arguments fails just so. */
export async function failsAnyway(
  probe: Probe,
  tool: OfferedTool,
  exchange: Exchange,
): Promise<boolean> {
  if (!hasFailed(exchange)) return false;
  const control = await controlCall(probe, tool);
  return control !== undefined && hasFailed(control) && wordsOf(control) === wordsOf(exchange);
}

/** A failure without the ids, times and numbers in its words, which differ from call to call. */
function wordsOf({ reply }: Exchange): string {
  const text = failureText(reply).replace(/\b(?=\w*\d)\w+\b/g, '#');
  return `${String(codeOf(reply))} ${text}`;
}
