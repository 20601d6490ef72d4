import {
  defineCatalog,
  defineContract,
  type FaultRecord,
  type Era,
  type Fault,
  createServer,
  type OnFault,
  type Server,
} from '@errata/core';
import type { OnCall } from '@errata/core/internal';
import { defineFailures, joinFailures, standardFailures } from '@errata/core/internal';

/** A small domain with a real server, so that observers are tested with what the boundary really says. */
export const shop = defineCatalog(
  'shop',
  joinFailures(
    standardFailures,
    defineFailures({
      WAREHOUSE_DOWN: {
        code: -32010,
        title: 'Warehouse down',
        category: 'upstream',
        condition: 'unreachable',
        context: { warehouse: 'string' },
        details: (c) => `No answer from ${c.warehouse}`,
        recovery: { strategy: 'retry_with_backoff', retryAfter: 60 },
        effect: 'none',
      },
      WRONG_SIZE: {
        code: -32011,
        title: 'Wrong size',
        category: 'validation',
        condition: 'validation',
        context: { size: 'string' },
        recovery: 'fix_and_retry',
      },
      NOT_PAID: {
        code: -32012,
        title: 'Not paid',
        category: 'access',
        condition: 'forbidden',
        recovery: 'user_action_required',
      },
      NO_SUCH_TOOL: {
        code: -32602,
        title: 'No such tool',
        category: 'protocol',
        condition: 'unknown-tool',
        context: { tool: 'string' },
        recovery: 'fix_and_retry',
      },
    }),
  ),
  { unexpected: 'INTERNAL_ERROR', sharedCodes: true },
);

/** What a tool does: the failure that it throws, or undefined if it works. */
type Tool = () => unknown;

export interface ShopOptions {
  readonly tools?: Readonly<Record<string, Tool>>;
  readonly era?: Era;
  readonly onFault?: OnFault;
  readonly onCall?: OnCall;
}

export function openShop({
  tools = {},
  era = '2025-11-25',
  ...observers
}: ShopOptions = {}): Server {
  return createServer({
    contract: defineContract({ catalog: shop }),
    era,
    methods: {
      ping: () => ({}),
      'tools/call': (params) => {
        const { name } = params as { name: string };
        if (!Object.hasOwn(tools, name)) throw shop.NO_SUCH_TOOL({ tool: name });
        const thrown = tools[name]!();
        if (thrown !== undefined) throw thrown;
        return { content: [] };
      },
      'notifications/progress': () => {
        throw shop.NOT_PAID();
      },
    },
    ...observers,
  });
}

let lastId = 0;

export function callText(tool: string, meta: object = {}): string {
  const params = { name: tool, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method: 'tools/call', params });
}

/** What one thrown value is recorded as. */
export function observed(thrown: unknown): { record: FaultRecord; fault: Fault } {
  let latest: { record: FaultRecord; fault: Fault } | undefined;
  const server = openShop({
    tools: { order: () => thrown },
    onFault: (record, fault) => (latest = { record, fault }),
  });
  void server.receive(callText('order'));
  return latest!;
}
