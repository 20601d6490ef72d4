import { sqlFun } from '@errata/catalogs/sql-fun';
import { membersOf } from '@errata/core/contract';
import { isFault, type Fault } from '@errata/core/fault';

/** −32040 of a proxy that was not told to let MCP in. */
export function notAllowedHere(): Fault {
  return notAllowed(
    '`--allow-context mcp` not set',
    'Start it with `--allow-context mcp`',
    'Ask the user to add `--allow-context mcp` to `errata serve sql-fun` in the settings of the host',
  );
}

/** −32040 of a daemon that was started without MCP, with the way out. */
export function notAllowedThere(starting: boolean): Fault {
  const next = starting
    ? 'the next call starts one that lets MCP in'
    : 'then start one with `errata serve sql-fun --daemon --allow-context mcp`';
  return notAllowed(
    'The server that is running has `--allow-context mcp` not set',
    'Run `errata serve sql-fun --stop`',
    `Ask the user to end the server with \`errata serve sql-fun --stop\`; ${next}`,
  );
}

/** Whether the daemon refuses everything that comes from MCP. */
export function isContextRefused(thrown: unknown): boolean {
  if (!isFault(thrown) || thrown.reason !== 'MCP_NOT_ALLOWED') return false;
  return membersOf(thrown.context)['target'] === 'context';
}

function notAllowed(details: string, suggestion: string, step: string): Fault {
  return sqlFun.MCP_NOT_ALLOWED(
    { target: 'context', name: 'mcp' },
    { details, suggestion, nextSteps: [step] },
  );
}
