import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startSimulator,
  startTokenIssuer,
  type SimulatedDevice,
  type TokenIssuer,
} from '@errata/routeros/lab';
import { startService, type Service, type ServiceOptions } from './service.js';

/** What services are started on, one after another or side by side: routers, users, a key and a journal. */
export interface Lab {
  readonly folder: string;
  readonly routers: readonly SimulatedDevice[];
  readonly issuer: TokenIssuer;
  readonly key: string;
  readonly journal: string;
  serve(
    options?: Partial<Pick<ServiceOptions, 'database' | 'issuer' | 'ahead' | 'requestTimeout'>>,
  ): Promise<Service>;
  close(): Promise<void>;
}

export interface LabOptions {
  readonly devices: number;
  /** A file of its own unless told. */
  readonly database?: string;
}

export async function openLab({ devices, database }: LabOptions): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-lab-'));
  const simulator = await startSimulator({ devices });
  const issuer = await startTokenIssuer();
  const key = randomBytes(32).toString('base64');
  const journal = join(folder, 'journal.jsonl');
  const url = database ?? `sqlite:${join(folder, 'fleet.db')}`;
  const services: Service[] = [];
  return {
    ...{ folder, routers: simulator.devices, issuer, key, journal },
    async serve(options = {}) {
      const service = await startService({
        ...{ folder, key, journal, database: url, issuer },
        ...options,
      });
      services.push(service);
      return service;
    },
    async close() {
      for (const service of services) await service.close();
      await simulator.close();
      await issuer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
