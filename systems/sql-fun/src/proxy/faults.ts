import { sqlFun, sqlFunContract } from '@errata/catalogs/sql-fun';
import { fromPortable, identify, isRef, objectOrEmpty } from '@errata/core/internal';
import type { PortableFault, WireError } from '@errata/core/internal';
import { Fault, isFault } from '@errata/core';
import { pidFilePath } from '../daemon/runtime-folder.js';

/** What was looked for: the PID file by its path, or the server by its address. */
export interface Sought {
  readonly target: 'pid_file' | 'server';
  readonly name: string;
}

export const pidFileIn = (folder: string): Sought => ({
  target: 'pid_file',
  name: pidFilePath(folder),
});

export const serverAt = (port: number): Sought => ({ target: 'server', name: `127.0.0.1:${port}` });

export const HOW_TO_START =
  'Start the server with `errata serve sql-fun --daemon`, then call again';

export interface UnreachableOptions {
  /** No server is there at all, so that one may be started. */
  readonly absent?: boolean;
  readonly suggestion?: string;
  readonly cause?: unknown;
}

const ABSENT = new WeakSet<object>();

/** −32000 with its reason in a sentence. No request changes anything, so it may be repeated. */
export function unreachable(
  sought: Sought,
  details: string,
  { absent = false, suggestion, cause }: UnreachableOptions = {},
): Fault {
  const given = { details, cause, ...(suggestion !== undefined && { suggestion }) };
  const fault = sqlFun.SERVER_NOT_REACHABLE({ ...sought }, { ...given, effect: 'none' });
  if (absent) ABSENT.add(fault);
  return fault;
}

export function isAbsent(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && ABSENT.has(thrown);
}

const notAllowed = (details: string, suggestion: string, step: string): Fault =>
  sqlFun.MCP_NOT_ALLOWED(
    { target: 'context', name: 'mcp' },
    { details, suggestion, nextSteps: [step] },
  );

/** −32040 of a proxy that was started without `--allow-context mcp`. */
export const notAllowedHere = (): Fault =>
  notAllowed(
    '`--allow-context mcp` not set',
    'Start it with `--allow-context mcp`',
    'Ask the user to add `--allow-context mcp` to `errata serve sql-fun` in the settings of the host',
  );

/** −32040 of a daemon that was started without MCP, with the way out. */
export const notAllowedThere = (starting: boolean): Fault =>
  notAllowed(
    'The server that is running has `--allow-context mcp` not set',
    'Run `errata serve sql-fun --stop`',
    `Ask the user to end the server with \`errata serve sql-fun --stop\`; ${
      starting
        ? 'the next call starts one that lets MCP in'
        : 'then start one with `errata serve sql-fun --daemon --allow-context mcp`'
    }`,
  );

/** Whether the daemon does not take the token, or nothing that comes from MCP. */
export function isRefused(thrown: unknown, target: 'token' | 'context'): boolean {
  if (!isFault(thrown) || thrown.reason !== 'MCP_NOT_ALLOWED') return false;
  return objectOrEmpty(thrown.context)['target'] === target;
}

/** What the daemon answered as a fault again. No request changes anything. */
export function toFault(error: WireError): Fault {
  const { fault: portable, ref } = objectOrEmpty(error.data);
  const fault = isPortable(portable)
    ? fromPortable({ ...portable, effect: 'none' }, sqlFunContract)
    : fromContract(error);
  if (!isRef(ref)) return fault;
  // The daemon's log has it under the same ref.
  return new Fault(fault.definition, fault.context, { ...fault.given, ref, masked: true });
}

const isPortable = (fault: unknown): fault is PortableFault =>
  typeof objectOrEmpty(fault)['reason'] === 'string' &&
  typeof objectOrEmpty(fault)['context'] === 'object';

/** The failure by code, message and data alone: the server is of another version. */
function fromContract({ code, message, data }: WireError): Fault {
  const definition = identify({ code, message, data }, sqlFunContract, 'jsonrpc');
  if (definition === undefined)
    return sqlFun.INTERNAL_PANIC({ target: 'reply', name: String(code) }, { effect: 'none' });
  const { context, details } = sqlFunContract.read(data);
  const { ref: _ref, ...members } = context;
  return new Fault(definition, members, {
    effect: 'none',
    // The title says nothing of this occurrence; as words of the thrower it would hide the declared details.
    ...(message !== definition.title && { message }),
    ...(details !== undefined && { details }),
  });
}
