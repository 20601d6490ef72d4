import type { WireExchange, ReceivedMessage } from '../exchange.js';
import { objectOrEmpty, parseJson } from '../json/json.js';
import type { Probe } from '../probe.js';
import { sampleArguments, spoilArguments, type Spoiled } from '../schema/arguments.js';
import type { OfferedTool } from '../session/offer.js';
import { bareIdOf, idTextOf } from '../session/messages.js';
import { oncePerRun } from './ask.js';
import { codeOf, failureText, hasFailed, hasResult, resultOf } from './read-reply.js';

/** A message that was answered, beside its answer; undefined if the answer names none that was sent. */
interface Answer {
  readonly request: string | undefined;
  readonly reply: ReceivedMessage;
}

/** A call of a tool that was made in a run. */
export interface ToolCall {
  readonly tool: string;
  readonly args: unknown;
  readonly exchange: WireExchange;
  readonly reply: ReceivedMessage | undefined;
  /** Until the reply came, or until the wait was over. */
  readonly ms: number;
}

/** Longer requests are not repeated. */
const LONGEST = 20_000;

type Controls = Map<string, Promise<WireExchange | undefined>>;

const controlsOf = oncePerRun((): Controls => new Map());

/** Why cases say nothing of a call that fails like any other. */
export const FAILS_ANYWAY = 'the tool fails in the same way when its arguments are right';

/** A call with arguments that the tool's own schema forbids, and what came of it. */
export interface BadCall {
  readonly tool: OfferedTool;
  readonly spoiled: Spoiled;
  readonly exchange: WireExchange;
  /** Whether the tool fails just so with right arguments: what it says is not about the wrong ones. */
  readonly failsAnyway: boolean;
}

const MOST_CALLS = 160;

/** Of one kind, for one tool. */
const MOST_ALIKE = 2;

/** For `needs`: why no tool may be called. */
export function noTool({ callable, whyNotCalled }: Probe): string | undefined {
  return callable.length === 0 ? `no tool may be called: ${whyNotCalled}` : undefined;
}

/** The answers of an exchange, each beside what it answers. */
export function answersOf({ sent, responses, reply }: WireExchange): readonly Answer[] {
  if (sent.length === 1 && responses.length === 1 && reply !== undefined) {
    return [{ request: sent[0]!, reply }];
  }
  const byId = new Map(sent.map((text) => [idTextOf(text), text]));
  return responses.map((each) => {
    const id = idTextOf(each.text);
    return { request: id === undefined ? undefined : byId.get(id), reply: each };
  });
}

/** The calls of tools among exchanges, in order. */
export function toolCallsIn(exchanges: readonly WireExchange[]): readonly ToolCall[] {
  return exchanges.flatMap((exchange) =>
    exchange.sent.flatMap((text) => {
      const called = readCall(text);
      if (called === undefined) return [];
      const id = bareIdOf(text);
      const reply = exchange.responses.find((each) => bareIdOf(each.text) === id);
      const ms = reply === undefined ? exchange.ms : reply.at - exchange.at;
      return [{ ...called, exchange, reply, ms }];
    }),
  );
}

/** The tool and the arguments of a `tools/call`; undefined of anything else. */
export function readCall(text: string): Pick<ToolCall, 'tool' | 'args'> | undefined {
  if (text.length > LONGEST || !text.includes('tools/call')) return undefined;
  const { method, params, id } = objectOrEmpty(parseJson(text));
  const { name, arguments: args } = objectOrEmpty(params);
  if (method !== 'tools/call' || id === undefined || typeof name !== 'string') return undefined;
  return { tool: name, args };
}

/** Whether a reply is a result that does not say that it failed. */
export function isSuccess(reply: ReceivedMessage | undefined): boolean {
  return hasResult(reply) && resultOf(reply)?.['isError'] !== true;
}

/** What a tool says to arguments that are right; undefined if that cannot be known. A run asks once. */
function controlCall(probe: Probe, tool: OfferedTool): Promise<WireExchange | undefined> {
  const controls = controlsOf(probe);
  const call = controls.get(tool.name) ?? callRightly(probe, tool, [...controls.values()]);
  controls.set(tool.name, call);
  return call;
}

async function callRightly(
  probe: Probe,
  { name, inputSchema }: OfferedTool,
  before: readonly Promise<WireExchange | undefined>[],
): Promise<WireExchange | undefined> {
  const args = sampleArguments(inputSchema);
  // If a right call gets no answer, no more of them are made.
  const isMute = (await Promise.all(before)).some((each) => (each?.state ?? 'open') !== 'open');
  return args === undefined || isMute ? undefined : probe.call(name, args);
}

/** A right call that another case made, and that was answered. */
function earlierCall(
  { exchanges }: Probe,
  { name, inputSchema }: OfferedTool,
): WireExchange | undefined {
  const args = JSON.stringify(sampleArguments(inputSchema));
  const call = toolCallsIn(exchanges).find(
    ({ tool, args: given, reply }) =>
      tool === name && reply !== undefined && JSON.stringify(given) === args,
  );
  return call && { ...call.exchange, reply: call.reply };
}

/** Whether a call failed for a reason that has nothing to do with its arguments: one with right arguments fails just so. */
export async function failsAnyway(
  probe: Probe,
  tool: OfferedTool,
  exchange: WireExchange,
  mayAsk = true,
): Promise<boolean> {
  if (!hasFailed(exchange)) return false;
  const control = earlierCall(probe, tool) ?? (mayAsk ? await controlCall(probe, tool) : undefined);
  return control !== undefined && hasFailed(control) && wordsOf(control) === wordsOf(exchange);
}

/** A failure without the ids, times and numbers in its words, which differ from call to call. */
function wordsOf({ reply }: WireExchange): string {
  const text = failureText(reply).replace(/\b(?=\w*\d)\w+\b/g, '#');
  return `${String(codeOf(reply))} ${text}`;
}

/** Calls the tools with arguments that are wrong in one way each. */
export const badCalls = oncePerRun(callAll);

async function callAll(probe: Probe): Promise<readonly BadCall[]> {
  const calls: Omit<BadCall, 'failsAnyway'>[] = [];
  const plan = probe.callable.flatMap((tool) =>
    fewOfEach(spoilArguments(tool.inputSchema)).map((spoiled) => ({ tool, spoiled })),
  );
  for (const { tool, spoiled } of plan.slice(0, MOST_CALLS)) {
    const exchange = await probe.call(tool.name, spoiled.args);
    calls.push({ tool, spoiled, exchange });
    if (exchange.state !== 'open') break;
  }
  // A server that died of a wrong argument is not asked again; the connection's state reports its end.
  const mayAsk = calls.at(-1)?.exchange.state === 'open';
  const judged: BadCall[] = [];
  for (const call of calls) {
    const anyway = await failsAnyway(probe, call.tool, call.exchange, mayAsk);
    judged.push({ ...call, failsAnyway: anyway });
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
