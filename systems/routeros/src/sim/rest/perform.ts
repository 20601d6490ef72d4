import type { DeviceState } from '../device-state.js';
import type { Call } from '../menu.js';
import { badRequest, Trap } from '../trap.js';
import { readBody, readParameters, type Asked } from './arguments.js';
import { matches, pick } from './query.js';
import { resolveCommand, resolveResource, type Resource } from './resolve.js';
import { runCommand } from './run-command.js';

export interface RestRequest {
  readonly method: string;
  /** What follows `/rest`, decoded. */
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
  /** The parsed body; undefined where there was none. */
  readonly body: unknown;
}

export interface RestReply {
  readonly status: number;
  /** Becomes JSON; undefined where there is no body. */
  readonly body: unknown;
}

const READING_COMMANDS = ['print', 'getall', 'ping', 'traceroute', 'monitor-traffic'];

/** Whether a request is meant to change the device. */
export const isWrite = ({ method, segments }: RestRequest): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) ||
  (method === 'POST' && !READING_COMMANDS.includes(segments.at(-1) ?? ''));

const ok = (body: unknown): RestReply => ({ status: 200, body });

function get({ menu, id }: Resource, { args, query, proplist }: Asked): RestReply {
  const rows = menu.rows();
  if (id !== undefined) {
    return ok(pick(rows.find((candidate) => candidate['.id'] === id) ?? {}, proplist));
  }
  if (menu.kind === 'record') return ok(pick(rows[0] ?? {}, proplist));
  const wanted = [...args];
  const chosen = rows.filter(
    (row) => wanted.every(([name, value]) => row[name] === value) && matches(query, row),
  );
  return ok(chosen.map((row) => pick(row, proplist)));
}

/** The id that PATCH and DELETE need. */
function required(id: string | undefined): string {
  if (id === undefined) throw badRequest('missing or invalid resource identifier');
  return id;
}

/** Do what a request asks for. Throws a `Trap` where RouterOS would refuse. */
export async function perform(
  state: DeviceState,
  request: RestRequest,
  call: Call,
): Promise<RestReply> {
  const { method, segments, parameters } = request;
  if (segments.length === 0) throw badRequest('no such command');
  switch (method) {
    case 'GET':
      return get(resolveResource(state, segments), readParameters(parameters));
    case 'PUT': {
      const { menu, id } = resolveResource(state, segments);
      if (id !== undefined || menu.add === undefined) throw badRequest('no such command');
      return { status: 201, body: menu.add(readBody(request.body).args) };
    }
    case 'PATCH': {
      const { menu, id } = resolveResource(state, segments);
      const wanted = required(id);
      if (menu.set === undefined) throw badRequest('no such command');
      return ok(menu.set(wanted, readBody(request.body).args));
    }
    case 'DELETE': {
      const { menu, id } = resolveResource(state, segments);
      const wanted = required(id);
      if (menu.remove === undefined) throw badRequest('no such command');
      menu.remove(wanted);
      return { status: 204, body: undefined };
    }
    case 'POST': {
      const command = resolveCommand(state, segments);
      const asked = readBody(request.body);
      if (typeof command === 'function') return ok(await command(asked.args, call));
      return ok(await runCommand(command.name, command.menu, asked, call));
    }
  }
  throw new Trap(406);
}
