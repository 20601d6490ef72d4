import { defineCatalog, defineContract, type Handler } from '@errata/core';
import { objectOrEmpty } from '@errata/core/internal';

export const shop = defineCatalog('shop', {
  OUT_OF_STOCK: {
    code: -32010,
    title: 'Out of stock',
    category: 'stock',
    condition: 'invalid-state',
    context: { article: 'string', left: 'integer' },
    details: (c) => `Only ${c.left} of ${c.article} left`,
    recovery: 'user_action_required',
  },
  UNKNOWN_ARTICLE: {
    code: -32011,
    title: 'Unknown article',
    category: 'stock',
    condition: 'not-found',
    context: { article: 'string', similar: 'string[]?' },
    recovery: 'fix_and_retry',
  },
  SHOP_CLOSED: {
    code: -32012,
    title: 'The shop is closed',
    category: 'hours',
    condition: 'unsupported',
    recovery: { strategy: 'retry_with_backoff', retryAfter: 3600 },
  },
});

/** A seed's way: errors up to 2025-11-25, results after. */
export const shopContract = defineContract({
  catalog: shop,
  toolFailures: (era) => (era === '2026-07-28' ? 'tool' : 'rpc'),
});

/** The ways in which the shop of a test can be broken. */
export type Defect =
  | 'undeclared'
  | 'missing-field'
  | 'wrong-number'
  | 'wrong-surface'
  | 'never-closes'
  | 'crash'
  | 'hang'
  | 'deaf'
  | 'reserves-all'
  | 'prints';

export interface ShopSettings {
  readonly transport: 'stdio' | 'http';
  readonly era: string;
  readonly defect?: Defect;
}

/** A reservation is answered with a result, whichever way it goes. */
function reserve(article: unknown, defect: Defect | undefined): object {
  const answer = (line: string, result: object) => ({
    content: [{ type: 'text', text: `${line}\n${JSON.stringify(result)}` }],
    structuredContent: result,
  });
  if (article === 'lamp' || defect === 'reserves-all') {
    return answer('WAITING: it is reserved.', { ok: true, action: 'wait', ticket: 'r-1' });
  }
  const refused = { ok: false, action: 'refuse', articles: ['lamp'] };
  return { ...answer('REFUSED: there is none.', refused), isError: true };
}

/** The methods of a shop with one lamp. */
export function createShop(defect: Defect | undefined): Record<string, Handler> {
  const stock = new Map([['lamp', 1]]);
  let open = true;
  const buy = (article: unknown): unknown => {
    if (!open && defect === 'crash') process.exit(7);
    if (!open && defect === 'hang') return new Promise(() => undefined);
    if (!open) throw shop.SHOP_CLOSED();
    const left = stock.get(String(article));
    if (left === undefined) throw shop.UNKNOWN_ARTICLE({ article: String(article), similar: [] });
    if (left === 0) throw shop.OUT_OF_STOCK({ article: String(article), left });
    stock.set(String(article), left - 1);
    return { content: [{ type: 'text', text: 'sold' }] };
  };
  return {
    initialize: (params) => ({
      protocolVersion: objectOrEmpty(params)['protocolVersion'],
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1' },
    }),
    'notifications/initialized': () => undefined,
    'tools/list': () => ({ tools: [] }),
    'tools/call': (params, call) => {
      const { name, arguments: args } = objectOrEmpty(params);
      if (name === 'close') {
        open = defect === 'never-closes';
        return { content: [] };
      }
      if (name === 'tell') {
        const progress = { progressToken: 't', progress: 1 };
        call.exchange?.notify?.('notifications/progress', progress);
        return { content: [] };
      }
      if (name === 'grüßen') return { content: [{ type: 'text', text: 'hello' }] };
      const { article } = objectOrEmpty(args);
      return name === 'reserve' ? reserve(article, defect) : buy(article);
    },
  };
}
