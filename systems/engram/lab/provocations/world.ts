import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openWorld, type Cell, type ServeCommand } from '@errata/prove';
import type { Simulated } from '../sim/published-servers.js';
import type { Facilities } from './facilities.js';
import { startGateway, type Gateway, type GatewayOptions } from './gateway.js';
import { startPostgres, type LabPostgres } from './postgres.js';

export type EngramWorld = Awaited<ReturnType<typeof openEngramWorld>>;

/** The gateways of one transport in one revision; each is started when it is needed first. */
export function openEngramWorld(
  cell: Cell,
  command: ServeCommand,
  facilities: Facilities,
  dialect: Simulated,
) {
  return openWorld(cell, command, (base) => {
    const once = (name: string, more: () => Promise<Partial<GatewayOptions>>) => {
      let started: Promise<Gateway> | undefined;
      return () =>
        (started ??= more().then((own) => startGateway(base, { dialect, name, ...own })));
    };
    let database: Promise<LabPostgres> | undefined;
    /** The PostgreSQL of the gateway that has its logbook there. */
    const postgres = () => (database ??= startPostgres(facilities.postgres!).then(base.add));
    return {
      postgres,
      /** The gateway for everything that needs no other. */
      main: once('main', async () => ({ flags: ['--unknown-actor', 'reject'] })),
      /** A gateway that waits one second for OpenMemory, and whose evidence module is switched off. */
      spare: once('spare', async () => ({
        flags: ['--openmemory-timeout', '1', '--without', 'evidence'],
      })),
      /** A gateway in front of the JavaScript server, for what the Python server cannot cause. */
      javascript: once('javascript', async () => ({ dialect: 'js' as const })),
      /** A gateway whose logbook is on a disk of one megabyte. */
      cramped: once('cramped', async () => {
        const disk = join(base.folder, 'disk');
        await mkdir(disk);
        const within: ServeCommand = [...facilities.smallDisk!(disk), ...base.command];
        return { command: within, logbook: join(disk, 'logbook.db') };
      }),
      /** A gateway whose logbook is in PostgreSQL. */
      onPostgres: once('postgres', async () => ({ logbook: (await postgres()).url })),
    };
  });
}
