import type { DeviceState } from '../device-state.js';
import type { Args, MenuCommand, Menu, SimRow } from '../table.js';
import { badRequest, invalidValue, noSuchDirectory, noSuchItem } from '../trap.js';

/** What a body or a query asks for. */
export interface RestQuery {
  readonly args: Args;
  /** The words of `.query`. */
  readonly query: readonly string[];
  /** The members that are wanted; all of them where nothing was said. */
  readonly proplist: readonly string[] | undefined;
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function words(value: unknown, name: string): readonly string[] {
  const list = Array.isArray(value) ? value : [value];
  if (!list.every(isScalar)) throw invalidValue(name);
  return list.map(String);
}

/** The members of a JSON object: RouterOS takes numbers and booleans as text. */
export function readBody(body: unknown): RestQuery {
  if (body === undefined) return { args: new Map(), query: [], proplist: undefined };
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('JSON object expected');
  }
  const args = new Map<string, string>();
  let query: readonly string[] = [];
  let proplist: readonly string[] | undefined;
  for (const [name, value] of Object.entries(body)) {
    if (name === '.query') query = words(value, name);
    else if (name === '.proplist') proplist = words(value, name).flatMap((item) => item.split(','));
    else if (isScalar(value)) args.set(name, String(value));
    else throw invalidValue(name);
  }
  return { args, query, proplist };
}

/** The parameters of an address: each is a value that a member has to have. */
export function readParameters(parameters: URLSearchParams): RestQuery {
  const args = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name !== '.query' && name !== '.proplist') args.set(name, value);
  }
  const proplist = parameters.getAll('.proplist').flatMap((item) => item.split(','));
  return {
    args,
    query: parameters.getAll('.query'),
    proplist: proplist.length === 0 ? undefined : proplist,
  };
}

const COMPARISON = /^([<>=]?)([^=<>#]+)=(.*)$/s;

const invalid = (word: string): Error => badRequest(`invalid query word ${word.slice(0, 60)}`);

function compare(word: string, row: SimRow): boolean {
  const parts = COMPARISON.exec(word);
  if (parts === null) {
    if (word.startsWith('-')) return !Object.hasOwn(row, word.slice(1));
    return Object.hasOwn(row, word);
  }
  const [, operator = '', name = '', wanted = ''] = parts;
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined) return false;
  if (operator !== '<' && operator !== '>') return value === wanted;
  const numbers = /^\d+$/.test(value) && /^\d+$/.test(wanted);
  const order = numbers ? Number(value) - Number(wanted) : value < wanted ? -1 : +(value > wanted);
  return operator === '<' ? order < 0 : order > 0;
}

function operate(word: string, stack: boolean[]): void {
  for (const operator of word.slice(1)) {
    const last = stack.pop();
    if (last === undefined) throw invalid(word);
    if (operator === '!') {
      stack.push(!last);
      continue;
    }
    const other = stack.pop();
    if (other === undefined || (operator !== '&' && operator !== '|')) throw invalid(word);
    stack.push(operator === '&' ? last && other : last || other);
  }
}

/** Whether a row is asked for. The words work on a stack, as the API of RouterOS has it; what is left has to hold. */
export function matches(words: readonly string[], row: SimRow): boolean {
  const stack: boolean[] = [];
  for (const word of words) {
    if (word.startsWith('#')) operate(word, stack);
    else stack.push(compare(word.replace(/^\?/, ''), row));
  }
  return stack.every(Boolean);
}

/** The members that are wanted. */
export function pick(row: SimRow, proplist: readonly string[] | undefined): SimRow {
  if (proplist === undefined) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => proplist.includes(name)));
}

/** A menu, or a row in it. */
export interface MenuResource {
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
export function resolveResource(state: DeviceState, segments: readonly string[]): MenuResource {
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
): MenuCommand | { readonly menu: Menu; readonly name: string } {
  const path = join(segments);
  const command = state.commands.get(path);
  if (command !== undefined) return command;
  const menu = state.menus.get(join(segments.slice(0, -1)));
  if (menu === undefined || state.menus.has(path)) throw lost(state, segments);
  return { menu, name: segments.at(-1) ?? '' };
}
