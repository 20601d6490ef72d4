import type { Args } from '../menu.js';
import { badRequest, invalidValue } from '../trap.js';

/** What a body or a query asks for. */
export interface Asked {
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
export function readBody(body: unknown): Asked {
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
export function readParameters(parameters: URLSearchParams): Asked {
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
