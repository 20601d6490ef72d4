import type { Answer, Cell, Example, Provocation, Wire } from '@errata/prove';
import { assertTells } from './assert-tells.js';
import type { SqlFunWorld } from './world.js';

export type Provoke = Provocation<SqlFunWorld>;

/** A provocation that only says something to the main server. */
export function saying(say: (wire: Wire, cell: Cell) => Promise<Answer>): Provoke['provoke'] {
  return async (world, cell) => say(await world.main.wire(), cell);
}

/** A provocation that only asks the main server, and is told this among other things. */
export function asking(method: string, params: object, told?: object): Provoke['provoke'] {
  return async ({ main }) => assertTells(await main.ask(method, params), told);
}

/** The same by a model, who is not shown everything. */
export function askingAsModel(method: string, params: object, told?: object): Provoke['provoke'] {
  return async ({ main }) => assertTells(await main.askAs('mcp', method, params), told);
}

/** Impossible on one transport, because of this. */
export function notOn(transport: string, why: string): (cell: Cell) => string | undefined {
  return (cell) => (cell.transport === transport ? why : undefined);
}

/** A row of the document's examples: its words, and the context that every failure has as `data.target` and `data.name`. */
export function row(message: string, target: string, name = '<name>'): Example {
  return { message, data: { target, name } };
}
