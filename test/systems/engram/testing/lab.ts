import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOpenMemory, type OpenMemoryServer } from '@errata/engram/openmemory';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.js';

/** What gateways are started on, one after another or side by side: an OpenMemory, and a logbook. */
export interface Lab {
  readonly folder: string;
  readonly logbook: string;
  readonly openMemory: OpenMemoryServer;
  /** The file in which OpenMemory keeps what it knows. */
  readonly archive: string;
  serve(options?: Partial<GatewayOptions>): Promise<Gateway>;
  close(): Promise<void>;
}

/** The logbook is a file of its own unless told. */
export async function openLab(logbookUrl?: string): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-drill-'));
  const archive = join(folder, 'memories.db');
  const logbook = logbookUrl ?? `sqlite:${join(folder, 'logbook.db')}`;
  const openMemory = await startOpenMemory({ database: archive });
  const gateways: Gateway[] = [];
  return {
    ...{ folder, logbook, openMemory, archive },
    async serve(options = {}) {
      const gateway = await startGateway({
        ...{ folder, logbook, openMemory: openMemory.url },
        ...options,
      });
      gateways.push(gateway);
      return gateway;
    },
    async close() {
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await openMemory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
