import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PERFORM, startOpenMemory, type Simulated } from '@errata/engram/lab';
import { startErrata } from '@errata/testing/errata';

export type ServedEra = '2025-11-25' | '2026-07-28';

interface GatewayOptions {
  readonly folder: string;
  readonly logbook: string;
  /** The URL of OpenMemory. */
  readonly openMemory: string;
  /** Seconds for one call to OpenMemory. */
  readonly timeout?: number;
  /** Users to register. */
  readonly members?: readonly string[];
  /** Milliseconds by which the clock of the process is ahead. */
  readonly ahead?: number;
  /** A program and its arguments, which runs ours. */
  readonly within?: readonly string[];
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** A gateway over HTTP in a process of its own, which trusts everybody. */
async function startGateway(options: GatewayOptions) {
  const { folder, logbook, openMemory, members = [], timeout, ahead, within } = options;
  const served = await startErrata({
    ...{ system: 'engram', folder, within, ahead },
    args: [
      ...['--http', '--port', '0', '--trust-everybody'],
      ...['--logbook', logbook, '--openmemory', openMemory],
      ...members.flatMap((name) => ['--member', name]),
      ...(timeout === undefined ? [] : ['--openmemory-timeout', String(timeout)]),
    ],
    env: { ERRATA_ENGRAM_OPENMEMORY_KEY: KEY },
  });
  return { ...served, connect: (era: ServedEra) => served.connect({ era }) };
}

export type Lab = Awaited<ReturnType<typeof openLab>>;

/** The key that OpenMemory takes. */
export const KEY = 'the-key-of-openmemory';

/**
 * What gateways are started on, one after another or side by side: an OpenMemory, and a logbook. Default: a logbook in a file of its
 * own, and the embedded OpenMemory.
 */
export async function openLab(logbookUrl?: string, simulated?: Simulated) {
  const folder = mkdtempSync(join(tmpdir(), 'errata-drill-'));
  /** The file in which OpenMemory keeps what it knows. */
  const archive = join(folder, 'memories.db');
  const logbook = logbookUrl ?? `sqlite:${join(folder, 'logbook.db')}`;
  const openMemory = await startOpenMemory({
    ...{ database: archive, apiKey: KEY },
    ...(simulated !== undefined && { perform: PERFORM[simulated] }),
  });
  const gateways: Gateway[] = [];
  return {
    ...{ folder, logbook, openMemory, archive },
    async serve(options: Partial<GatewayOptions> = {}): Promise<Gateway> {
      const gateway = await startGateway({
        ...{ folder, logbook, openMemory: openMemory.url },
        ...options,
      });
      gateways.push(gateway);
      return gateway;
    },
    async close(): Promise<void> {
      await Promise.all(gateways.map((gateway) => gateway.kill()));
      await openMemory.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
