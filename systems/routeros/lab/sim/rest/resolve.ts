import type { DeviceState } from '../device-state.js';
import type { Command, Menu } from '../menu.js';
import { badRequest, noSuchDirectory, noSuchItem } from '../trap.js';

/** A menu, or a row in it. */
export interface Resource {
  readonly menu: Menu;
  readonly id: string | undefined;
}

const join = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** The first part of a path that leads nowhere, said as RouterOS says it. */
function lost(state: DeviceState, segments: readonly string[]): Error {
  const known = [...state.menus.keys(), ...state.commands.keys()];
  for (let length = 1; length <= segments.length; length++) {
    const prefix = join(segments.slice(0, length));
    if (!known.some((path) => path === prefix || path.startsWith(`${prefix}/`))) {
      return noSuchDirectory(segments[length - 1] ?? '');
    }
  }
  return badRequest('no such command');
}

/** The row that is meant: by id, or by name where rows have names. */
export function findId(menu: Menu, key: string): string | undefined {
  const rows = menu.rows();
  const row =
    rows.find((candidate) => candidate['.id'] === key) ??
    rows.find((candidate) => candidate['name'] === key && candidate['name'] !== '');
  return row?.['.id'];
}

/** Where GET, PUT, PATCH and DELETE go. */
export function resolveResource(state: DeviceState, segments: readonly string[]): Resource {
  const menu = state.menus.get(join(segments));
  if (menu !== undefined) return { menu, id: undefined };
  const last = segments.at(-1) ?? '';
  const parent = state.menus.get(join(segments.slice(0, -1)));
  if (parent === undefined || parent.kind === 'record') throw lost(state, segments);
  const id = findId(parent, last);
  if (id !== undefined) return { menu: parent, id };
  throw last.startsWith('*') ? noSuchItem() : lost(state, segments);
}

/** Where POST goes: the last part of the path is a command, of a menu or on its own. */
export function resolveCommand(
  state: DeviceState,
  segments: readonly string[],
): Command | { readonly menu: Menu; readonly name: string } {
  const path = join(segments);
  const command = state.commands.get(path);
  if (command !== undefined) return command;
  const menu = state.menus.get(join(segments.slice(0, -1)));
  if (menu === undefined || state.menus.has(path)) throw lost(state, segments);
  return { menu, name: segments.at(-1) ?? '' };
}
