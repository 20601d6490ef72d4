import { join } from 'node:path';
import {
  assertWorked,
  openWorld,
  type Cell,
  type ServeCommand,
  type ServedSystem,
  type Wire,
} from '@errata/prove';
import type { Role } from '../../src/access/user.js';
import type { SimulatedDevice } from '../sim/simulated-device.js';
import { startSimulator } from '../sim/start-simulator.js';
import { startTokenIssuer } from '../token-issuer.js';
import { FLEET, type DeviceName } from './fleet.js';

/** Who sends a request over HTTP; on stdio there is only one user. */
export interface LabUser {
  readonly role: Role;
  readonly devices?: readonly string[];
  readonly expiresIn?: number;
}

/** A server beside the main one, with settings of its own. */
export interface OtherServer {
  /** Seconds. */
  readonly planLife?: number;
  /** A database of its own; default: that of the main server. */
  readonly database?: string;
}

const AUDIENCE = 'http://routers.test/mcp';

export type RouterosWorld = Awaited<ReturnType<typeof openRouterosWorld>>;

/** One service with its routers, its issuer of tokens and its database, on one transport in one revision. */
export function openRouterosWorld(cell: Cell, command: ServeCommand) {
  return openWorld(cell, command, async ({ folder, add, serve: start }) => {
    const sim = add(await startSimulator({ devices: Object.keys(FLEET).length }));
    const issuer = add(await startTokenIssuer());

    /** The router behind a registered device. */
    const router = (name: DeviceName): SimulatedDevice =>
      sim.devices[Object.keys(FLEET).indexOf(name)]!;

    const token = async ({ role, ...claims }: LabUser): Promise<string> => {
      const who = { sub: `proof-${role}`, roles: [role], audience: AUDIENCE };
      return `Bearer ${await issuer.token({ ...who, ...claims })}`;
    };
    const prepare = ({ planLife, database = join(folder, 'fleet.db') }: OtherServer) =>
      start({
        flags: [
          // A known host would get other names of tools than the document's.
          ...['--database', database, '--tool-names', 'literal'],
          ...(planLife === undefined ? [] : ['--plan-life', String(planLife)]),
        ],
        listening: ['--issuer', issuer.issuer, '--url', AUDIENCE],
      });
    const connect = async (served: ServedSystem, caller: LabUser): Promise<Wire> =>
      served.connect(
        cell.transport === 'stdio' ? {} : { headers: { authorization: await token(caller) } },
      );

    const main = prepare({});
    const admin = await connect(main, { role: 'admin' });
    for (const [name, settings] of Object.entries(FLEET)) {
      const { address, username, password, fingerprint } = router(name as DeviceName);
      const answer = await admin.callTool('registry/add', {
        device_id: name,
        name: `${name}-router`,
        management_address: address,
        ...{ username, password, tls_mode: 'pin', tls_fingerprint: fingerprint },
        ...settings,
      });
      assertWorked(answer, `registering ${name}`);
    }
    return {
      ...{ folder, router, token },
      /** The wire of the administrator. */
      admin,
      /** One more server; its administrator's wire. */
      serve: (other: OtherServer = {}): Promise<Wire> => connect(prepare(other), { role: 'admin' }),
      /** A wire of another user to the main server. HTTP only. */
      as: (caller: LabUser): Promise<Wire> => connect(main, caller),
      /** A wire without a token, or with an old one: the server refuses every request. HTTP only. */
      outside: (authorization?: string): Promise<Wire> =>
        main.connect({
          handshake: false,
          ...(authorization !== undefined && { headers: { authorization } }),
        }),
    };
  });
}
