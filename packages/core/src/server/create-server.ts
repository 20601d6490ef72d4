import { createParser, type Limits, type Parse, type ResponseMessage } from '../codec/index.js';
import { assertContract, type Budget, type Contract, createView } from '../contract/index.js';
import { type Era, ERA_RULES, ERAS } from '../era/index.js';
import type { Expose, Redactor } from '../fault/index.js';
import { createFailureAnswers, type FailureAnswers, type OnFault } from './answer-failure.js';
import type { Connection, Deadline, Handler, OnCall, ToolFailures } from './connection.js';
import { Dispatch } from './dispatch.js';

/** Options of a server. */
export interface ServerOptions {
  /** How failures look on the wire. */
  readonly contract: Contract;
  /** The revision that is spoken, or `jsonrpc`. */
  readonly era: Era;
  /** Requests and notifications by method name. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** Limits of incoming messages. Default: 16 MiB a message, and the other limits of the codec. */
  readonly limits?: Partial<Limits>;
  /** How much of a failure each reader is given. Default: 200 tokens for a model, 8 KiB for a program. */
  readonly budget?: Partial<Budget>;
  /** Knows the secrets of this server. Default: one that masks what looks like a secret. */
  readonly redactor?: Redactor;
  /** After it, the caller gets TIMEOUT, the handler's signal is aborted, and its later result is dropped. */
  readonly deadline?: Deadline;
  /** Characters of one result; a longer one is not sent. */
  readonly maxResultChars?: number;
  /** Where the failure of a tool goes. Default: as contract and era say. */
  readonly toolFailures?: ToolFailures;
  /** Local debug mode: shows the operator's details on the wire. */
  readonly debug?: boolean;
  /** Returns the text of an exception that is meant for the caller. Default: every undeclared exception is masked. */
  readonly expose?: Expose;
  /** Gets the full record of every failure, also of those without a reply. */
  readonly onFault?: OnFault;
  /** Called after every answered request, failed or not. */
  readonly onCall?: OnCall;
  /** Gets the replies to requests that this side sent. */
  readonly onResponse?: (response: ResponseMessage) => void;
}

/** The boundary between texts and handlers. It is a connection itself, for servers with one client. */
export interface Server extends Connection {
  /** The revision that it speaks. */
  readonly era: Era;
  /** Another connection to the same handlers, which see its peer as `call.peer`. Each connection has its own ids. */
  connect(peer?: unknown): Connection;
  /** For connections that are built on this one: how it reads texts, and how it answers failures. */
  readonly parse: Parse;
  readonly answers: FailureAnswers;
}

/**
 * Answer requests: exactly one reply per request, under its id, and none per notification.
 *
 * @example
 * const server = createServer({ contract, era: 'jsonrpc', methods: { add: ([a, b]) => a + b } });
 * await server.receive('{"jsonrpc":"2.0","id":1,"method":"add","params":[1,2]}');
 */
export function createServer(options: ServerOptions): Server {
  const { contract, era } = options;
  assertServed(contract, era);
  const view = createView({
    era,
    ...(options.redactor && { redactor: options.redactor }),
    ...(options.budget && { budget: options.budget }),
    ...(options.debug === true && { debug: true }),
  });
  const shared = {
    parse: createParser({ era, ...(options.limits && { limits: options.limits }) }),
    methods: new Map(Object.entries(options.methods)),
    answers: createFailureAnswers(contract, view, options.onFault, options.expose),
    mcp: ERA_RULES[era].mcp,
    deadline: options.deadline,
    maxResultChars: options.maxResultChars,
    toolFailures: options.toolFailures,
    onCall: options.onCall,
    onResponse: options.onResponse,
  };
  const own = new Dispatch(shared, undefined);
  return {
    era,
    parse: shared.parse,
    answers: shared.answers,
    receive: (input, exchange) => own.receive(input, exchange),
    handle: (incoming, exchange) => own.handle(incoming, exchange),
    refuse: (failure, id, exchange) => own.refuse(failure, id, exchange),
    get inFlight() {
      return own.inFlight;
    },
    close: (why) => own.close(why),
    abandon: (thrown, deliver) => own.abandon(thrown, deliver),
    connect: (peer) => new Dispatch(shared, peer),
  };
}

/** The era often comes from a negotiation, so it is checked before the first message and not at the first failure. */
export function assertServed(contract: Contract, era: Era): void {
  assertContract(contract);
  const { catalog } = contract;
  if (!Object.hasOwn(ERA_RULES, era)) {
    throw new TypeError(`there is no era ${JSON.stringify(era)}; there are ${ERAS.join(', ')}`);
  }
  const { eras = ERAS } = catalog.rules;
  if (!eras.includes(era)) {
    throw new TypeError(
      `catalog ${catalog.domain} is not served in ${era}, only in ${eras.join(', ')}`,
    );
  }
}
