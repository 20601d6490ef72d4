import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder, type Cell } from '@errata/prove';
import { startGateway, type Command, type Gateway } from './gateway.js';
import type { Facilities } from './facilities.js';
import { startPostgres, type Postgres } from './postgres.js';
import type { Simulated } from '../sim/published-servers.js';

export type EngramWorld = Awaited<ReturnType<typeof openWorld>>;

/** What a gateway has that others have not. */
type More = Partial<Parameters<typeof startGateway>[0]>;

/** The gateways of one transport in one revision; each is started when it is needed first. */
export async function openWorld(
  cell: Cell,
  command: Command,
  facilities: Facilities,
  dialect: Simulated,
) {
  const place = await openFolder('errata-engram-');
  const gateways: Gateway[] = [];
  const started = new Map<string, Promise<Gateway>>();
  let database: Promise<Postgres> | undefined;

  const start = async (name: string, more: () => More | Promise<More>): Promise<Gateway> => {
    const folder = join(place.path, name);
    const gateway = await startGateway({ cell, command, dialect, folder, ...(await more()) });
    gateways.push(gateway);
    return gateway;
  };
  const once = (name: string, more: () => More | Promise<More>) => (): Promise<Gateway> => {
    const starting = started.get(name) ?? start(name, more);
    started.set(name, starting);
    return starting;
  };

  /** The PostgreSQL of the gateway that has its logbook there. */
  const postgres = () => (database ??= startPostgres(facilities.postgres!));
  return {
    /** Every wire that was ever connected. */
    get wires() {
      return gateways.flatMap(({ wires }) => wires);
    },
    /** The gateway for everything that needs no other. */
    main: once('main', () => ({ flags: ['--unknown-actor', 'reject'] })),
    /** A gateway that waits one second for OpenMemory, and whose evidence module is switched off. */
    spare: once('spare', () => ({
      flags: ['--openmemory-timeout', '1', '--without', 'evidence'],
    })),
    /** A gateway whose logbook is on a disk of one megabyte. */
    cramped: once('cramped', async () => {
      const disk = join(place.path, 'disk');
      await mkdir(disk);
      const within: Command = [...facilities.smallDisk!(disk), ...command];
      return { command: within, logbook: join(disk, 'logbook.db') };
    }),
    /** A gateway whose logbook is in PostgreSQL. */
    onPostgres: once('postgres', async () => ({ logbook: (await postgres()).url })),
    postgres,
    async close(): Promise<void> {
      // What is on its way is waited for, so that it can be ended too.
      await Promise.allSettled(started.values());
      const failed: unknown[] = [];
      const note = (error: unknown): void => void failed.push(error);
      await Promise.all(gateways.map((gateway) => gateway.close().catch(note)));
      const running = await database?.catch(() => undefined);
      await running?.close().catch(note);
      await place.remove().catch(note);
      if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
    },
  };
}
