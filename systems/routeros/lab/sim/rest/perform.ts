import type { DeviceState } from '../device-state.js';
import type { CommandCall, Menu, SimRow } from '../table.js';
import { badRequest, noSuchItem, Trap } from '../trap.js';
import {
  type RestQuery,
  findId,
  matches,
  pick,
  readBody,
  readParameters,
  resolveCommand,
  resolveResource,
  type MenuResource,
} from './request.js';

export interface SimRequest {
  readonly method: string;
  /** What follows `/rest`, decoded. */
  readonly segments: readonly string[];
  readonly parameters: URLSearchParams;
  /** The parsed body; undefined if there was none. */
  readonly body: unknown;
}

export interface RestReply {
  readonly status: number;
  /** Becomes JSON; undefined if there is no body. */
  readonly body: unknown;
}

const READING_COMMANDS = ['print', 'getall', 'ping', 'traceroute', 'monitor-traffic'];

/** Whether a request is meant to change the device. */
export const isWrite = ({ method, segments }: SimRequest): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) ||
  (method === 'POST' && !READING_COMMANDS.includes(segments.at(-1) ?? ''));

const ok = (body: unknown): RestReply => ({ status: 200, body });

function get({ menu, id }: MenuResource, { args, query, proplist }: RestQuery): RestReply {
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
  request: SimRequest,
  call: CommandCall,
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
      const query = readBody(request.body);
      if (typeof command === 'function') return ok(await command(query.args, call));
      return ok(await runCommand(command.name, command.menu, query, call));
    }
  }
  throw new Trap(406);
}

/** The rows that a command works on: `.id` or `numbers`, one or many with commas. */
function ids(menu: Menu, query: RestQuery): readonly string[] {
  const text = query.args.get('.id') ?? query.args.get('numbers');
  if (text === undefined) throw badRequest('missing =.id=');
  return text.split(',').map((key) => {
    const id = findId(menu, key);
    if (id === undefined) throw noSuchItem();
    return id;
  });
}

function rest(query: RestQuery): Map<string, string> {
  const args = new Map(query.args);
  args.delete('.id');
  args.delete('numbers');
  return args;
}

function change(
  menu: Menu,
  query: RestQuery,
  changes: ReadonlyMap<string, string>,
): readonly SimRow[] {
  if (menu.set === undefined) throw badRequest('no such command');
  if (menu.kind === 'record') menu.set('', changes);
  else for (const id of ids(menu, query)) menu.set(id, changes);
  return [];
}

function move(menu: Menu, query: RestQuery): readonly SimRow[] {
  const destination = query.args.get('destination');
  const before = destination === undefined ? undefined : findId(menu, destination);
  if (destination !== undefined && before === undefined) throw noSuchItem();
  for (const id of ids(menu, query)) menu.move?.(id, before);
  return [];
}

/** The commands that menus have in common. */
function runCommand(name: string, menu: Menu, query: RestQuery, call: CommandCall): unknown {
  const own = menu.commands;
  if (own !== undefined && Object.hasOwn(own, name)) return own[name]?.(query.args, call);
  switch (name) {
    case 'print':
    case 'getall': {
      const rows = menu.rows().filter((row) => matches(query.query, row));
      return rows.map((row) => pick(row, query.proplist));
    }
    case 'set':
      return change(menu, query, rest(query));
    case 'comment':
      return change(menu, query, new Map([['comment', query.args.get('comment') ?? '']]));
    case 'enable':
      return change(menu, query, new Map([['disabled', 'false']]));
    case 'disable':
      return change(menu, query, new Map([['disabled', 'true']]));
    case 'add':
      if (menu.add === undefined) break;
      return { ret: menu.add(query.args)['.id'] };
    case 'remove':
      if (menu.remove === undefined) break;
      for (const id of ids(menu, query)) menu.remove(id);
      return [];
    case 'move':
      if (menu.move === undefined) break;
      return move(menu, query);
  }
  throw badRequest('no such command');
}
