import { membersOf } from '@errata/core/contract';
import type { ResultForm } from '../system.js';
import type { ShopWorld } from './shop-system.js';

/** The results that the shop declares besides its failures. */
export const shopForms: readonly ResultForm<ShopWorld>[] = [
  {
    name: 'reserve waits',
    cause: 'somebody reserves a lamp',
    expect: { isError: false, members: { ok: true, action: 'wait', ticket: String } },
    firstLine: /^WAITING: /,
    show: ({ wire }) => wire.callTool('reserve', { article: 'lamp' }),
  },
  {
    name: 'reserve refuses',
    cause: 'somebody reserves a unicorn',
    expect: { isError: true, members: { ok: false, action: 'refuse', articles: [] } },
    firstLine: /^REFUSED: /,
    show: ({ wire }) => wire.callTool('reserve', { article: 'unicorn' }),
  },
];

/** Whether a failed result is one that the shop declares. */
export function isShopResult(structuredContent: unknown): boolean {
  return membersOf(structuredContent)['action'] === 'refuse';
}
