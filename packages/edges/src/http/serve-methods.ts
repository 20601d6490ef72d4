import { type Era, createServer, type Server } from '@errata/core';
import type { ServerOptions } from '@errata/core/internal';
import { MODERN } from '@errata/core/internal';
import type { HttpEdgeOptions } from './settings.js';

/** One table of handlers for every revision. `eras` lists the served ones; default: all. */
export interface ServeMethodsOptions extends Omit<ServerOptions, 'era'> {
  readonly eras?: readonly Era[];
}

/** 2026-07-28 took the handshake and what belonged to it away: there they are methods like any other that does not exist. */
const GONE: readonly string[] = ['initialize', 'ping', 'logging/setLevel'];

/** The `open` of an edge for a table of handlers: one server per revision, made when it is first asked for. */
export function serveMethods(options: ServeMethodsOptions): HttpEdgeOptions['open'] {
  const { eras, ...rest } = options;
  const servers = new Map<Era, Server>();
  const serverOf = (era: Era): Server => {
    const known = servers.get(era);
    if (known !== undefined) return known;
    if (eras !== undefined && !eras.includes(era)) {
      throw new TypeError(`these methods are served in ${eras.join(', ')}, not in ${era}`);
    }
    const methods = era === MODERN ? without(rest.methods, GONE) : rest.methods;
    const server = createServer({ ...rest, era, methods });
    servers.set(era, server);
    return server;
  };
  return ({ era }) => serverOf(era).connect();
}

function without<T>(
  table: Readonly<Record<string, T>>,
  names: readonly string[],
): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));
}
