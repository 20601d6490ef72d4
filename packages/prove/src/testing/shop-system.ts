import { objectOrEmpty } from '@errata/core/internal';
import { programOf } from '@errata/testing';
import type { Cell, ResultForm, System, World } from '../system.js';
import { startServer } from '../wire/child.js';
import { connectHttp } from '../wire/http.js';
import { connectStdio } from '../wire/lines.js';
import type { Wire } from '../wire/wire.js';
import { shopContract, type Defect } from './shop.js';

/** A shop that runs, and a customer. */
interface ShopWorld extends World {
  readonly wire: Wire;
  readonly wires: readonly Wire[];
}

/** The shop as a system. It remembers the processes that it started. */
export function createShopSystem(
  file: string,
  defect?: Defect,
): System<ShopWorld> & { readonly pids: number[] } {
  const pids: number[] = [];
  const settings = (cell: Cell): string => JSON.stringify({ ...cell, defect });
  const openStdio = async (cell: Cell): Promise<ShopWorld> => {
    const wire = await connectStdio({
      command: process.execPath,
      args: [file, settings(cell)],
      era: cell.era,
      ...(defect === 'deaf' && { grace: 100 }),
    });
    pids.push(wire.pid!);
    return { wire, wires: [wire], close: () => wire.close() };
  };
  const openHttp = async (cell: Cell): Promise<ShopWorld> => {
    const args = [file, settings(cell)];
    const server = await startServer({ command: process.execPath, args, ready: /^http.*$/ });
    pids.push(server.pid!);
    const wire = await connectHttp({ url: server.match[0], era: cell.era });
    const close = async (): Promise<void> => {
      await wire.close();
      await server.close();
    };
    return { wire, wires: [wire], close };
  };
  return {
    name: 'shop',
    contract: shopContract,
    transports: ['stdio', 'http'],
    eras: ['2025-06-18', '2025-11-25', '2026-07-28'],
    pids,
    async open(cell) {
      const world = await (cell.transport === 'http' ? openHttp(cell) : openStdio(cell));
      await world.wire.request('tools/list');
      return world;
    },
    provocations: [
      {
        reason: 'OUT_OF_STOCK',
        cause: 'the last lamp is bought twice',
        fields: ['left'],
        async provoke({ wire }) {
          await wire.callTool('buy', { article: 'lamp' });
          return wire.callTool('buy', { article: 'lamp' });
        },
      },
      {
        reason: 'UNKNOWN_ARTICLE',
        cause: 'somebody wants a unicorn',
        fields: ['similar'],
        provoke: ({ wire }) => wire.callTool('buy', { article: 'unicorn' }),
      },
      {
        reason: 'SHOP_CLOSED',
        cause: 'the shop closes before the purchase',
        async provoke({ wire }) {
          await wire.callTool('close');
          return wire.callTool('buy', { article: 'lamp' });
        },
      },
    ],
  };
}

/** Which of these processes are still there. */
export function alive(pids: readonly number[]): readonly number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false; // unknown process
    }
  });
}

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
  return objectOrEmpty(structuredContent)['action'] === 'refuse';
}

/** The shop as a program: its path. */
export const buildShop = (): Promise<string> =>
  programOf(new URL('./shop-server.ts', import.meta.url));
