import type { Call, Menu } from '../menu.js';
import type { Row } from '../row.js';
import { badRequest, noSuchItem } from '../trap.js';
import type { Asked } from './arguments.js';
import { matches, pick } from './query.js';
import { findId } from './resolve.js';

/** The rows that a command works on: `.id` or `numbers`, one or many with commas. */
function ids(menu: Menu, asked: Asked): readonly string[] {
  const text = asked.args.get('.id') ?? asked.args.get('numbers');
  if (text === undefined) throw badRequest('missing =.id=');
  return text.split(',').map((key) => {
    const id = findId(menu, key);
    if (id === undefined) throw noSuchItem();
    return id;
  });
}

function rest(asked: Asked): Map<string, string> {
  const args = new Map(asked.args);
  args.delete('.id');
  args.delete('numbers');
  return args;
}

function change(menu: Menu, asked: Asked, changes: ReadonlyMap<string, string>): readonly Row[] {
  if (menu.set === undefined) throw badRequest('no such command');
  if (menu.kind === 'record') menu.set('', changes);
  else for (const id of ids(menu, asked)) menu.set(id, changes);
  return [];
}

function move(menu: Menu, asked: Asked): readonly Row[] {
  const destination = asked.args.get('destination');
  const before = destination === undefined ? undefined : findId(menu, destination);
  if (destination !== undefined && before === undefined) throw noSuchItem();
  for (const id of ids(menu, asked)) menu.move?.(id, before);
  return [];
}

/** The commands that menus have in common. */
export function runCommand(name: string, menu: Menu, asked: Asked, call: Call): unknown {
  const own = menu.commands;
  if (own !== undefined && Object.hasOwn(own, name)) return own[name]?.(asked.args, call);
  switch (name) {
    case 'print':
    case 'getall': {
      const rows = menu.rows().filter((row) => matches(asked.query, row));
      return rows.map((row) => pick(row, asked.proplist));
    }
    case 'set':
      return change(menu, asked, rest(asked));
    case 'comment':
      return change(menu, asked, new Map([['comment', asked.args.get('comment') ?? '']]));
    case 'enable':
      return change(menu, asked, new Map([['disabled', 'false']]));
    case 'disable':
      return change(menu, asked, new Map([['disabled', 'true']]));
    case 'add':
      if (menu.add === undefined) break;
      return { ret: menu.add(asked.args)['.id'] };
    case 'remove':
      if (menu.remove === undefined) break;
      for (const id of ids(menu, asked)) menu.remove(id);
      return [];
    case 'move':
      if (menu.move === undefined) break;
      return move(menu, asked);
  }
  throw badRequest('no such command');
}
