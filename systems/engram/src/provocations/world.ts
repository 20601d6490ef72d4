import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder, type Cell, type Folder, type Wire } from '@errata/prove';
import { Gateway, type Command } from './gateway.js';
import type { Facilities } from './lab/facilities.js';
import { startPostgres, type Postgres } from './lab/start-postgres.js';

/** The gateways of one transport in one revision; each is started when it is needed first. */
export class EngramWorld {
  private readonly cell: Cell;
  private readonly command: Command;
  private readonly facilities: Facilities;
  private readonly place: Folder;
  private readonly gateways: Gateway[] = [];
  private readonly started = new Map<string, Promise<Gateway>>();
  private database: Promise<Postgres> | undefined;

  private constructor(cell: Cell, command: Command, facilities: Facilities, place: Folder) {
    this.cell = cell;
    this.command = command;
    this.facilities = facilities;
    this.place = place;
  }

  static async open(cell: Cell, command: Command, facilities: Facilities): Promise<EngramWorld> {
    return new EngramWorld(cell, command, facilities, await openFolder('errata-engram-'));
  }

  /** Every wire that was ever connected. */
  get wires(): readonly Wire[] {
    return this.gateways.flatMap(({ wires }) => wires);
  }

  /** The gateway for everything that needs no other. */
  main(): Promise<Gateway> {
    return this.gateway('main', () => ({ flags: ['--unknown-actor', 'reject'] }));
  }

  /** A gateway that waits one second for OpenMemory, and whose evidence module is switched off. */
  spare(): Promise<Gateway> {
    return this.gateway('spare', () => ({
      flags: ['--openmemory-timeout', '1', '--without', 'evidence'],
    }));
  }

  /** A gateway whose logbook is on a disk of one megabyte. */
  cramped(): Promise<Gateway> {
    return this.gateway('cramped', async () => {
      const disk = join(this.place.path, 'disk');
      await mkdir(disk);
      const command: Command = [...this.facilities.smallDisk!(disk), ...this.command];
      return { command, logbook: join(disk, 'logbook.db') };
    });
  }

  /** A gateway whose logbook is in PostgreSQL. */
  onPostgres(): Promise<Gateway> {
    return this.gateway('postgres', async () => ({ logbook: (await this.postgres()).url }));
  }

  /** The PostgreSQL of that gateway. */
  postgres(): Promise<Postgres> {
    return (this.database ??= startPostgres(this.facilities.postgres!));
  }

  async close(): Promise<void> {
    // What is on its way is waited for, so that it can be ended too.
    await Promise.allSettled(this.started.values());
    const failed: unknown[] = [];
    const note = (error: unknown): void => void failed.push(error);
    await Promise.all(this.gateways.map((gateway) => gateway.close().catch(note)));
    const database = await this.database?.catch(() => undefined);
    await database?.close().catch(note);
    await this.place.remove().catch(note);
    if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
  }

  private gateway(name: string, more: () => More | Promise<More>): Promise<Gateway> {
    const known = this.started.get(name);
    if (known !== undefined) return known;
    const start = async (): Promise<Gateway> => {
      const { cell, command } = this;
      const folder = join(this.place.path, name);
      const gateway = await Gateway.start({ cell, command, folder, ...(await more()) });
      this.gateways.push(gateway);
      return gateway;
    };
    const starting = start();
    this.started.set(name, starting);
    return starting;
  }
}

/** What a gateway has that others have not. */
type More = Partial<Parameters<typeof Gateway.start>[0]>;
