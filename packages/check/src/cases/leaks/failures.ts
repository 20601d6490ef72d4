import type { Exchange, Heard } from '../../exchange.js';
import { membersOf } from '../../json/json.js';
import type { Probe } from '../../probe.js';
import { spoilArguments } from '../../schema/index.js';
import { errorOf, resultOf } from '../read-reply.js';
import { answersOf, isSuccess, readCall } from '../tool-calls.js';
import { stringsIn } from './strings-in.js';

/** A text of a failure, and the exchange in which it was heard. */
export interface Said {
  readonly text: string;
  readonly exchange: Exchange;
  /** The message that it answers. */
  readonly request: string | undefined;
}

/** What was heard in a run: texts of failures, each once, and replies that tell of none. */
export interface HeardInRun {
  readonly failures: readonly Said[];
  readonly open: readonly Heard[];
}

/** Several cases ask for the same, when a run is over. */
const sorted = new WeakMap<
  readonly Exchange[],
  { readonly upTo: number; readonly heard: HeardInRun }
>();

/** What a run has heard so far, sorted. */
export function heardIn(probe: Probe): HeardInRun {
  const before = sorted.get(probe.exchanges);
  const upTo = probe.exchanges.length;
  if (before?.upTo === upTo) return before.heard;
  const heard = sort(probe);
  sorted.set(probe.exchanges, { upTo, heard });
  return heard;
}

/** What was said in the failures of a run: errors, failed results, and other answers of a failed HTTP. */
export function failuresIn(probe: Probe): readonly Said[] {
  return heardIn(probe).failures;
}

function sort(probe: Probe): HeardInRun {
  const isSpoiled = spoiledCalls(probe);
  const failures = new Map<string, Said>();
  const open: Heard[] = [];
  for (const exchange of probe.exchanges) {
    const add = (value: unknown, request: string | undefined): void => {
      for (const text of stringsIn(value)) {
        if (!failures.has(text)) failures.set(text, { text, exchange, request });
      }
    };
    for (const { request, reply } of answersOf(exchange)) {
      const hasToFail = request !== undefined && isSpoiled(request);
      add(failureIn(reply, hasToFail), request);
      if (!hasToFail && isSuccess(reply)) open.push(reply);
    }
    for (const page of pagesIn(exchange)) add(page, exchange.sent[0]);
  }
  return { failures: [...failures.values()], open };
}

/** The part of a reply that tells of a failure; of a call that has to fail, the whole result. */
function failureIn(reply: Heard, hasToFail: boolean): unknown {
  if (Array.isArray(reply.value)) {
    return reply.value.map((value: unknown) => failureIn({ ...reply, value }, false));
  }
  const result = resultOf(reply);
  return errorOf(reply) ?? (hasToFail || result?.['isError'] === true ? result : undefined);
}

/** What a failed HTTP says that is no JSON-RPC: the error page of a framework. */
function pagesIn({ told, heard }: Exchange): readonly unknown[] {
  if (!told.some(({ status }) => status >= 400)) return [];
  return heard
    .filter(({ value }) => !Object.hasOwn(membersOf(value), 'jsonrpc'))
    .map(({ value, text }) => value ?? text);
}

/** Whether a call has to fail: of a tool that is not there, or with arguments that its schema forbids. */
function spoiledCalls({ offer: { tools } }: Probe): (request: string) => boolean {
  const spoiled = new Map<string, ReadonlySet<string>>();
  return (request) => {
    const call = readCall(request);
    if (call === undefined) return false;
    const tool = tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return true;
    const known =
      spoiled.get(tool.name) ??
      new Set(spoilArguments(tool.inputSchema).map(({ args }) => JSON.stringify(args)));
    spoiled.set(tool.name, known);
    return known.has(JSON.stringify(call.args));
  };
}
