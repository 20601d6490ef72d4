import {
  A_BOOLEAN,
  A_FUNCTION,
  A_LIST,
  AN_OBJECT,
  assertOptions,
  FALSE,
  type AllowedOptions,
  peek,
} from '@errata/core/internal';
import { callToolOptionsAt, invoke, requestOptionsOf, type ClientLike } from './client-like.js';
import { createConnection } from './connection.js';
import { createCaller, type Operation } from './create-caller.js';
import type { Outcome, RecoveringOptions } from './options.js';
import { createToolBook } from './tool-book.js';

/** The client it was made from, with calls that recover. */
export type Recovering<C extends ClientLike> = C & {
  /** `callTool` that returns a failure instead of throwing it. A cancelled call is a failure like any other. */
  tryCallTool(
    ...args: Parameters<C['callTool']>
  ): Promise<Outcome<Awaited<ReturnType<C['callTool']>>>>;
};

type Nature = Pick<Operation, 'readOnly' | 'idempotent'>;

/** The requests beside `tools/call`, by what repeating them does. `ping` is not among them: a probe wants the plain truth. */
const REQUESTS: Readonly<Record<string, Nature>> = {
  listTools: { readOnly: true },
  listPrompts: { readOnly: true },
  listResources: { readOnly: true },
  listResourceTemplates: { readOnly: true },
  readResource: { readOnly: true },
  getPrompt: { readOnly: true },
  complete: { readOnly: true },
  subscribeResource: { idempotent: true },
  unsubscribeResource: { idempotent: true },
  setLoggingLevel: { idempotent: true },
};

/**
 * A client of MCP SDK v1 or v2 whose calls recover: a failure, thrown or returned with `isError`, is read, and the call repeated
 * where that helps and is safe. A call that is given up throws core's `RecoveryError`; one that the caller aborts rejects with
 * the signal's reason. Everything else is the client's own, and the client itself stays as it is.
 */
export function recovering<C extends ClientLike>(
  client: C,
  options: RecoveringOptions = {},
): Recovering<C> {
  assertOptions('recovering', options, RECOVERING_OPTIONS);
  const book = createToolBook(client, { now: options.now });
  const connection = createConnection(client, options.reconnect);
  const call = createCaller(client, { book, connection, options });

  const orThrow = async (operation: Operation): Promise<unknown> => {
    const settled = await call(operation);
    if (settled.ok) return settled.value;
    const { signal } = requestOptionsOf(operation.args, operation.optionsAt);
    throw signal?.aborted === true ? signal.reason : settled.error;
  };

  const toolCall = (args: readonly unknown[]): Operation => {
    const tool = peek(args[0], 'name');
    return {
      method: 'callTool',
      args,
      optionsAt: callToolOptionsAt(client),
      ...(typeof tool === 'string' && { tool, arguments: peek(args[0], 'arguments') }),
    };
  };

  const methods = new Map<PropertyKey, (...args: unknown[]) => Promise<unknown>>([
    ['callTool', (...args) => orThrow(toolCall(args))],
    [
      'tryCallTool',
      async (...args): Promise<Outcome<unknown>> => {
        const settled = await call(toolCall(args));
        if (settled.ok) return { ok: true, result: settled.value };
        const { failure, plan, attempts } = settled.error;
        return { ok: false, failure, plan, attempts };
      },
    ],
  ]);
  for (const [method, wanted] of [
    ['connect', true],
    ['close', false],
  ] as const) {
    methods.set(method, async (...args) => {
      connection.setWanted(wanted);
      return invoke(client, method, args);
    });
  }
  for (const [method, nature] of Object.entries(REQUESTS)) {
    if (typeof peek(client, method) !== 'function') continue;
    methods.set(method, async (...args) => {
      const result = await orThrow({ method, args, optionsAt: 1, ...nature });
      if (method === 'listTools') book.learn(result);
      return result;
    });
  }
  return substitute(client, methods) as Recovering<C>;
}

// Figures may be anything: core takes its default for what makes no sense.
const RECOVERING_OPTIONS: AllowedOptions<RecoveringOptions> = {
  ...{ contracts: [A_LIST], maxAttempts: [], deadlineMs: [], maxRetryAfter: [], baseMs: [] },
  ...{ capMs: [], breaker: [AN_OBJECT], sleep: [A_FUNCTION], now: [A_FUNCTION] },
  ...{ random: [A_FUNCTION], budget: [AN_OBJECT, FALSE], annotations: [A_FUNCTION] },
  ...{ trustAnnotations: [A_BOOLEAN], reconnect: [A_FUNCTION], onRetry: [A_FUNCTION] },
  ...{ onFailure: [A_FUNCTION] },
};

/** The object with some methods replaced. The others run with the object as `this`, so that private fields work. */
function substitute(
  target: ClientLike,
  methods: ReadonlyMap<PropertyKey, (...args: unknown[]) => unknown>,
): ClientLike {
  const bound = new WeakMap<object, unknown>();
  return new Proxy(target, {
    get(_, key) {
      const method = methods.get(key);
      if (method !== undefined) return method;
      const value = Reflect.get(target, key, target) as unknown;
      // Own properties are callbacks that other code has set and expects unchanged.
      if (typeof value !== 'function' || key === 'constructor' || Object.hasOwn(target, key))
        return value;
      if (!bound.has(value)) bound.set(value, value.bind(target));
      return bound.get(value);
    },
    set: (_, key, value) => Reflect.set(target, key, value, target),
    has: (_, key) => methods.has(key) || Reflect.has(target, key),
  });
}
