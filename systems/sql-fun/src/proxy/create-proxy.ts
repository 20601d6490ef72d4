import { systemToolFailures } from '@errata/catalogs/hosts';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import type { Contract } from '@errata/core';
import { objectOrEmpty } from '@errata/core/internal';
import { createKit, type Kit, type KitOptions, type StandardSchema, type Tool } from '@errata/kit';
import { ownVersion } from '../daemon/start-daemon.js';
import type { Method } from '../methods/index.js';
import { INSTRUCTIONS } from '../methods/method-names.js';
import type { DaemonClient } from './daemon-client.js';
import { isRefused, notAllowedHere, notAllowedThere } from './faults.js';

export interface ProxyOptions extends Pick<KitOptions, 'onFault' | 'onCall' | 'redactor'> {
  readonly client: DaemonClient;
  readonly methods: readonly Method[];
  readonly allowed: boolean;
  readonly starting: boolean;
  /** Milliseconds that a call may take at most; above what the client takes. */
  readonly deadline: number;
  /** The form of a failed tool call up to 2025-11-25. Default: `by-host`. */
  readonly toolFailures?: Parameters<typeof systemToolFailures>[0];
}

/** A query of the greatest length that is taken, however it is escaped. */
const MAX_MESSAGE_BYTES = 2 ** 24;

/** The document has one failure for wrong params and one for methods that are not there: these are its words, not MCP's. */
const IN_OWN_WORDS: Contract = {
  ...sqlFunContract,
  definitionFor: (condition) =>
    condition === 'unknown-tool' || condition === 'capability-not-supported'
      ? sqlFunContract.protocolFault(condition, {}).definition
      : sqlFunContract.definitionFor(condition),
  adopt(fault) {
    if (fault.condition !== 'unknown-tool') return sqlFunContract.adopt(fault);
    const { tool } = objectOrEmpty(fault.context);
    const details = `No tool ${JSON.stringify(tool)}`;
    return sqlFunContract.protocolFault('unknown-tool', {}, { details, ...fault.given });
  },
};

/** Arguments go to the daemon as they came: it checks them by the same schema, in the words of the contract. */
const AS_GIVEN: StandardSchema<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'sql-fun',
    validate: (value) => ({ value: value as Record<string, unknown> }),
  },
};

const READS_ONLY = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export function createProxy(options: ProxyOptions): Kit {
  const { client, methods, allowed, starting, toolFailures, ...rest } = options;
  const surface = systemToolFailures(toolFailures);
  const ask = async (method: string, params: object, signal: AbortSignal) => {
    if (!allowed) throw notAllowedHere();
    try {
      const result = await client.request(method, params, { signal });
      const { schema } = objectOrEmpty(params);
      // The daemon keeps the choice with the connection; the next connection has to make it again.
      if (method === 'select_schema' && typeof schema === 'string') client.select(schema);
      return objectOrEmpty(result);
    } catch (thrown) {
      throw isRefused(thrown, 'context') ? notAllowedThere(starting) : thrown;
    }
  };
  const tools = methods.map((method): Tool => {
    const { name, title, description, inputSchema, outputSchema } = method;
    return {
      ...{ name, title, description, inputSchema, input: AS_GIVEN, outputSchema },
      annotations: READS_ONLY,
      async run(args, { signal }) {
        const structuredContent = await ask(name, args, signal);
        const text = method.toText(structuredContent);
        return { content: [{ type: 'text', text }], structuredContent };
      },
    };
  });
  return createKit({
    ...rest,
    name: 'sql-fun',
    version: ownVersion(),
    title: 'SQL against a schema',
    instructions: INSTRUCTIONS,
    contract: IN_OWN_WORDS,
    ...(surface && { toolFailures: surface }),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    tools,
  });
}
