import {
  encodeError,
  encodeResult,
  idKey,
  type IdText,
  type Parse,
  identify,
  objectOrEmpty,
  type FailureOrigin,
  type View,
  failureOf,
  ignoringErrors,
  type FailureAnswers,
  SUBSCRIPTION_KEY,
  ERA_RULES,
  Call,
} from '@errata/core/internal';
import { type Contract, type Condition, Fault } from '@errata/core';
import type { Channel } from '../channel.js';
import type { Calls, Pending } from './calls.js';
import {
  createChildReader,
  ourId,
  resultText,
  type ChildMessage,
  type ChildReply,
} from './child-message.js';
import { cleanError, cleanResult, excerpt } from './clean-reply.js';
import { brokenReply } from './failures.js';
import { findPath } from './json-slices.js';
import type { Overlong } from './line-reader.js';
import { wrongParams, type ListedTools } from './mcp-params.js';
import type { OperatorLog } from './operator-log.js';
import type { ProcessKeeper } from './process-keeper.js';

export interface FromChildOptions {
  readonly contract: Contract;
  readonly view: View;
  readonly parse: Parse;
  readonly answers: FailureAnswers;
  readonly calls: Calls;
  readonly tools: ListedTools;
  readonly log: OperatorLog;
  readonly channel: Channel;
  readonly keeper: () => ProcessKeeper;
}

type Own = Extract<ChildMessage, { kind: 'own' }>;

const PROGRESS = 'notifications/progress';
const TOOLS_CHANGED = 'notifications/tools/list_changed';
const INTERNAL_ERROR = -32603;
/** More unanswered requests of a server than this are forgotten, oldest first. */
const MAX_ASKED = 10_000;

/** Routes the messages of the server process. */
export class FromChild {
  readonly #options: FromChildOptions;
  readonly #read: (line: string) => ChildMessage[];
  /** Requests of the server's own that the client has not answered, by id. */
  readonly #asked = new Map<string, IdText>();
  /** Without a handshake the server sends no requests: all ids are the client's. */
  readonly #stateless: boolean;
  readonly #mcp: boolean;

  constructor(options: FromChildOptions) {
    const { parse, view, calls } = options;
    this.#options = options;
    const { mcp, resultType } = ERA_RULES[view.era];
    this.#mcp = mcp;
    this.#stateless = resultType;
    this.#read = createChildReader({
      parse,
      mcp,
      isInFlight: (ours) => calls.get(ours) !== undefined,
    });
  }

  line(text: string): void {
    for (const message of this.#read(text)) this.#take(message);
  }

  /** A dropped line. If it was a reply, its request still waits. */
  overlong({ head, tail, bytes }: Overlong): void {
    const { calls, log } = this.#options;
    // The id is first or last, next to the bracket of the whole message.
    const id =
      /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*("?\d+"?)\s*,/.exec(head) ??
      /,\s*"id"\s*:\s*("?\d+"?)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
    const pending = calls.get(ourId(id?.[1]));
    const text = `${head}… (${bytes} bytes)`;
    if (pending === undefined) log.complain('noise', text);
    else this.#broken(pending, 'it is larger than what is read here', text);
  }

  /** Whether the server waits for a response under this id; it then has it. */
  isPending(id: IdText | undefined): boolean {
    return id !== undefined && this.#asked.delete(idKey(id));
  }

  /** The process is gone: its requests to the client are void, and the next process will use the same ids. */
  forget({ tell }: { readonly tell: boolean }): void {
    const notified = tell && ERA_RULES[this.#options.view.era].mcp;
    const reason = '"reason":"The server process ended"';
    for (const id of notified ? this.#asked.values() : []) {
      const params = `{"requestId":${id},${reason}}`;
      this.#send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`);
    }
    this.#asked.clear();
    this.#options.tools.forget();
  }

  #take(message: ChildMessage): void {
    const { calls, log } = this.#options;
    switch (message.kind) {
      case 'own':
        return this.#own(message);
      case 'reply':
        return this.#reply(message);
      case 'broken': {
        if (this.#options.keeper().takes(message.ours, false)) return;
        // It has no id, but only one request is in flight.
        const pending = message.ours === undefined ? calls.only() : calls.get(message.ours);
        return pending === undefined
          ? log.complain('unknown-id', message.text)
          : this.#broken(pending, message.why, message.text);
      }
      case 'refused': {
        log.complain('refused', message.text);
        const call = new Call('', message.problem.id);
        return this.#options
          .keeper()
          .send(this.#options.answers.refuse(failureOf(message.problem), call));
      }
      case 'noise':
        return log.complain('noise', message.text);
    }
  }

  #reply(reply: ChildReply): void {
    const { answers, calls, log, tools, view } = this.#options;
    const { error, text } = reply;
    if (this.#options.keeper().takes(reply.ours, error === undefined)) return;
    // The server could not read the id; that is clear only if one request waits.
    const pending = reply.ours === undefined ? calls.only() : calls.get(reply.ours);
    if (pending === undefined) {
      if (reply.ours === undefined || !calls.isRetired(reply.ours))
        log.complain('unknown-id', text);
      return;
    }
    const { call, params } = pending;
    const id = call.id!;
    if (error !== undefined) {
      const wrong = this.#mcp && error.code === INTERNAL_ERROR && wrongParams(call.method, params);
      // SDK v1 answers −32603 with its validator's dump, which does not help to correct a call.
      if (wrong) return this.#settle(pending, answers.refuse(wrong, call, params, 'handler'));
      this.#tell(
        new Fault(this.#definitionOf(reply), objectOrEmpty(error.data), { details: error.message }),
        pending,
      );
      return this.#settle(pending, encodeError(id, cleanError(error, view), 'omit'));
    }
    const source = this.#translated(resultText(text), ['_meta', SUBSCRIPTION_KEY]);
    if (call.method === 'initialize') this.#options.keeper().handshake.initialize = pending.body;
    if (call.method === 'tools/list') tools.learn(reply.result);
    this.#settle(pending, encodeResult(id, cleanResult(reply.result, source ?? '{}', view)));
  }

  #own({ message, text }: Own): void {
    const { params } = message;
    if (message.kind === 'request') {
      this.#asked.set(idKey(message.id), message.id);
      if (this.#asked.size > MAX_ASKED) this.#asked.delete(this.#asked.keys().next().value!);
      return this.#send(text);
    }
    if (this.#stateless && message.method === 'notifications/cancelled') {
      const pending = this.#options.calls.get(Number(objectOrEmpty(params)['requestId']));
      const translated = this.#translated(text, ['params', 'requestId']);
      if (translated !== undefined) this.#send(translated);
      // It will not be answered any more.
      if (pending !== undefined) this.#settle(pending, undefined);
      return;
    }
    if (message.method === TOOLS_CHANGED) this.#options.tools.forget();
    const notify = message.method === PROGRESS && this.#waitingFor(params)?.call.exchange?.notify;
    if (notify) {
      // On HTTP it belongs to the answer of its request, which may be the only way to the client.
      ignoringErrors(() => notify(message.method, params));
      return;
    }
    const translated = this.#translated(text, ['params', '_meta', SUBSCRIPTION_KEY]);
    if (translated !== undefined) this.#send(translated);
  }

  #waitingFor(params: unknown): Pending | undefined {
    const { progressToken } = objectOrEmpty(params);
    return this.#options.calls
      .all()
      .find(
        (each) =>
          objectOrEmpty(objectOrEmpty(each.params)['_meta'])['progressToken'] === progressToken,
      );
  }

  /** The text with the client's id in place of ours; undefined if no request waits under it. */
  #translated(text: string, path: readonly string[]): string | undefined {
    if (!text.includes(path.at(-1)!)) return text;
    const slice = findPath(text, path);
    if (slice === undefined) return text;
    const pending = this.#options.calls.get(ourId(text.slice(slice.start, slice.end)));
    if (pending === undefined) return undefined;
    return text.slice(0, slice.start) + pending.call.id! + text.slice(slice.end);
  }

  #broken(pending: Pending, why: string, text: string): void {
    const { answers, log, view } = this.#options;
    log.complain('broken', text);
    const failure = brokenReply(why, excerpt(text, view));
    this.#settle(pending, answers.refuse(failure, pending.call, pending.params, 'handler'));
  }

  #settle(pending: Pending, reply: string | undefined): void {
    if (this.#options.calls.remove(pending)) pending.settle(reply);
  }

  /** The operator and the edge hear of the server's own errors too, as far as the contract can name them. */
  #tell(fault: Fault, { call, params }: Pending): void {
    this.#options.answers.note(fault, call, params);
    const origin: FailureOrigin = OF_THE_PROTOCOL.has(fault.condition!) ? 'edge' : 'handler';
    ignoringErrors(() => call.exchange?.failed?.(fault, origin));
  }

  #definitionOf({ error }: ChildReply) {
    const { contract, view } = this.#options;
    return identify(error!, contract, view.era) ?? contract.catalog.unexpected;
  }

  #send(text: string): void {
    try {
      this.#options.channel.send(text);
    } catch {
      // The client is gone, which its edge finds out by itself.
    }
  }
}

/** What a server says about the message rather than about the call: HTTP has statuses for it. */
const OF_THE_PROTOCOL: ReadonlySet<Condition> = new Set<Condition>([
  'parse-error',
  'invalid-request',
  'method-not-found',
  'header-mismatch',
  'unsupported-version',
  'missing-client-capability',
]);
