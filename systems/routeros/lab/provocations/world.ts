import { join } from 'node:path';
import {
  connectHttp,
  connectStdio,
  openFolder,
  startServer,
  type Answer,
  type Cell,
  type Folder,
  type StartedServer,
  type Wire,
} from '@errata/prove';
import type { Role } from '../../src/access/user.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator, type Simulator } from '../sim/start-simulator.js';
import { startTokenIssuer, type TokenIssuer } from '../token-issuer.js';
import { FLEET, type DeviceName } from './fleet.js';

/** The command that serves this system, such as `node errata.js serve routeros`. */
export type Command = readonly [program: string, ...args: string[]];

/** Who sends a request over HTTP; on stdio there is only one user. */
export interface Caller {
  readonly role: Role;
  readonly devices?: readonly string[];
  readonly expiresIn?: number;
}

/** A server beside the main one, with settings of its own. */
export interface OtherServer {
  /** Seconds. */
  readonly planLife?: number;
  /** A database of its own; unless told, that of the main server. */
  readonly database?: string;
}

const AUDIENCE = 'http://routers.test/mcp';

/** One service with its routers, its issuer of tokens and its database, on one transport in one revision. */
export class RouterosWorld {
  readonly wires: Wire[] = [];
  readonly #place: Folder;
  readonly #cell: Cell;
  readonly #command: Command;
  readonly #sim: Simulator;
  readonly #issuer: TokenIssuer;
  readonly #servers: StartedServer[] = [];
  /** The wire of the administrator. */
  admin!: Wire;

  private constructor(parts: {
    cell: Cell;
    command: Command;
    place: Folder;
    sim: Simulator;
    issuer: TokenIssuer;
  }) {
    ({
      cell: this.#cell,
      command: this.#command,
      place: this.#place,
      sim: this.#sim,
      issuer: this.#issuer,
    } = parts);
  }

  static async open(cell: Cell, command: Command): Promise<RouterosWorld> {
    const place = await openFolder('errata-routeros-');
    const sim = await startSimulator({ devices: Object.keys(FLEET).length });
    const issuer = await startTokenIssuer();
    const world = new RouterosWorld({ cell, command, place, sim, issuer });
    try {
      world.admin = await world.serve();
      await world.#register();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  get folder(): string {
    return this.#place.path;
  }

  /** The router behind a registered device. */
  router(name: DeviceName): SimulatedDevice {
    return this.#sim.devices[Object.keys(FLEET).indexOf(name)]!;
  }

  /** One more server; its administrator's wire. */
  async serve(other: OtherServer = {}): Promise<Wire> {
    const args = [
      ...['--database', other.database ?? join(this.folder, 'fleet.db')],
      ...(other.planLife === undefined ? [] : ['--plan-life', String(other.planLife)]),
    ];
    const [program, ...given] = this.#command;
    if (this.#cell.transport === 'stdio') {
      return this.#keep(
        await connectStdio({
          command: program,
          args: [...given, ...args],
          env: this.#env(),
          era: this.#cell.era,
        }),
      );
    }
    const web = ['--http', '--port', '0', '--issuer', this.#issuer.issuer, '--url', AUDIENCE];
    const server = await startServer({
      command: program,
      args: [...given, ...args, ...web],
      env: this.#env(),
      ready: /listening on (\S+)/,
    });
    this.#servers.push(server);
    return this.#connect({ role: 'admin' }, urlOf(server));
  }

  /** A wire of somebody else to the main server. HTTP only. */
  async as(caller: Caller): Promise<Wire> {
    return this.#connect(caller, urlOf(this.#servers[0]!));
  }

  /** A wire that shows no token, or an old one, and so gets no further than the door. HTTP only. */
  async outside(authorization?: string): Promise<Wire> {
    return this.#keep(
      await connectHttp({
        url: urlOf(this.#servers[0]!),
        era: this.#cell.era,
        handshake: false,
        ...(authorization !== undefined && { headers: { authorization } }),
      }),
    );
  }

  async token({ role, devices, expiresIn }: Caller): Promise<string> {
    const token = await this.#issuer.token({
      sub: `proof-${role}`,
      roles: [role],
      audience: AUDIENCE,
      ...(devices && { devices }),
      ...(expiresIn !== undefined && { expiresIn }),
    });
    return `Bearer ${token}`;
  }

  async close(): Promise<void> {
    const closing = [
      ...this.wires.map((wire) => () => wire.close()),
      ...this.#servers.map((server) => () => server.close()),
      () => this.#sim.close(),
      () => this.#issuer.close(),
      () => this.#place.remove(),
    ];
    // Wires before servers before what they depend on; one that fails does not keep the others.
    const failed: unknown[] = [];
    for (const close of closing) await close().catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, 'the world did not close');
  }

  async #connect(caller: Caller, url: string): Promise<Wire> {
    const headers = { authorization: await this.token(caller) };
    return this.#keep(await connectHttp({ url, era: this.#cell.era, headers }));
  }

  #keep<W extends Wire>(wire: W): W {
    this.wires.push(wire);
    return wire;
  }

  /** Nothing of the user's own settings and files. */
  #env(): Record<string, string | undefined> {
    const { PATH } = process.env;
    return { PATH, HOME: this.folder, XDG_STATE_HOME: this.folder };
  }

  async #register(): Promise<void> {
    for (const [name, settings] of Object.entries(FLEET)) {
      const { address, username, password, fingerprint } = this.router(name as DeviceName);
      const answer = await this.admin.callTool('registry/add', {
        device_id: name,
        name: `${name}-router`,
        management_address: address,
        ...{ username, password, tls_mode: 'pin', tls_fingerprint: fingerprint },
        ...settings,
      });
      assertWorked(answer, `registering ${name}`);
    }
  }
}

const urlOf = ({ match }: StartedServer): string => match[1]!;

/** The facts of a call that has to work on the way to a failure. */
export function assertWorked(answer: Answer, what: string): Record<string, unknown> {
  const { result } = (answer.message ?? {}) as {
    result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
  };
  if (result?.structuredContent === undefined || result.isError === true) {
    throw new Error(`${what} failed: ${answer.text.slice(0, 500)}`);
  }
  return result.structuredContent;
}
