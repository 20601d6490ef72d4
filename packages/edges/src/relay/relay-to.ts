import { jsonrpcContract } from '@errata/catalogs/jsonrpc';
import { mcpContract } from '@errata/catalogs/mcp';
import {
  createParser,
  DEFAULT_LIMITS,
  type Limits,
  type View,
  REDACTED,
  assertServed,
  createFailureAnswers,
  type Deadline,
  ERA_RULES,
} from '@errata/core/internal';
import {
  createView,
  type Contract,
  type Era,
  createRedactor,
  type Redactor,
  type OnFault,
} from '@errata/core';
import type { Channel } from '../channel.js';
import { Calls } from './calls.js';
import { FromChild } from './from-child.js';
import { ListedTools } from './mcp-params.js';
import { OperatorLog, type ErrorStream } from './operator-log.js';
import { ProcessKeeper } from './process-keeper.js';
import { Relay, type RelayConnection } from './relay-connection.js';
import type { Command } from './server-process.js';

/** Which process to talk to, and how long it may take. */
export interface RelayOptions extends Command {
  /** How our own failures look; default: those of MCP, or of JSON-RPC in its era. */
  readonly contract?: Contract;
  /** The revision that client and server speak; default: 2025-11-25. */
  readonly era?: Era;
  /** After it, the caller gets a timeout, the server a cancellation, and a later reply is dropped. Default: none. */
  readonly deadline?: Deadline;
  /** Gets the full record of every failure, the server's own included. */
  readonly onFault?: OnFault;
  /** It also gets the secrets of `env`, by their names. */
  readonly redactor?: Redactor;
  readonly limits?: Partial<Limits>;
  /** Gets the server's stderr, and what it should not have written to stdout. Default: standard error. */
  readonly errors?: ErrorStream;
  /** Start the process again, at the next request, when it is gone: at most three times a minute. Default: on. */
  readonly restart?: boolean;
  /** Milliseconds that a closing process has before SIGTERM, and again before SIGKILL. Default: 2000. */
  readonly grace?: number;
  readonly now?: () => number;
}

/** How much may wait for a process that does not read, in messages of the largest size. */
const BACKLOG_MESSAGES = 4;

/**
 * Put an existing server in any language behind an edge: each connection starts it as a process and
 * speaks stdio with it. Every request of the client gets exactly one reply, even if the process crashes.
 */
export function relayTo(options: RelayOptions): (channel: Channel) => RelayConnection {
  const { era = '2025-11-25', onFault, errors = process.stderr } = options;
  const contract = options.contract ?? (era === 'jsonrpc' ? jsonrpcContract : mcpContract);
  assertServed(contract, era);
  const redactor = options.redactor ?? createRedactor();
  hideSecrets(options.env ?? {}, redactor);
  const view = createView({ era, redactor });
  return (channel) => connect(options, { contract, view, errors, onFault, channel });
}

interface Resolved {
  readonly contract: Contract;
  readonly view: View;
  readonly errors: ErrorStream;
  readonly onFault: OnFault | undefined;
  readonly channel: Channel;
}

function connect(
  options: RelayOptions,
  { contract, view, errors, onFault, channel }: Resolved,
): Relay {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { era } = view;
  const parse = createParser({ era, limits });
  const answers = createFailureAnswers(contract, view, onFault);
  const log = new OperatorLog(errors, view, answers);
  const calls = new Calls();
  const tools = new ListedTools();
  const fromChild = new FromChild({
    ...{ contract, view, parse, answers, calls, tools, log, channel },
    keeper: () => keeper,
  });
  const keeper: ProcessKeeper = new ProcessKeeper(
    options,
    {
      line: (text) => fromChild.line(text),
      overlong: (cut) => fromChild.overlong(cut),
      errorLine: (text) => log.pass(text),
      ended: (end) => relay.processEnded(end),
    },
    {
      maxLineBytes: limits.maxBytes,
      grace: options.grace ?? 2000,
      restart: options.restart ?? true,
      now: options.now ?? Date.now,
      nextId: () => calls.nextId(),
    },
  );
  const relay: Relay = new Relay({
    ...{ contract, parse, answers, calls, tools, keeper, fromChild },
    mcp: ERA_RULES[era].mcp,
    deadline: options.deadline,
    maxBacklog: limits.maxBytes * BACKLOG_MESSAGES,
  });
  return relay;
}

/** Below this a value is rather a setting than a secret, and would be masked in every second sentence. */
const SHORTEST_SECRET = 8;

/** A process is given its keys by its environment, and tends to print them when they do not work. */
function hideSecrets(env: Readonly<Record<string, string | undefined>>, redactor: Redactor): void {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || value.length < SHORTEST_SECRET) continue;
    // By its name alone: the redactor knows which names are sensitive.
    const { [name]: probe } = redactor.redactDeep({ [name]: 'x' }) as Record<string, unknown>;
    if (probe === REDACTED) redactor.addSecret(value);
  }
}
