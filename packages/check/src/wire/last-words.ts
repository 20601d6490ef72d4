import { stripVTControlCharacters } from 'node:util';
import type { LinkProcess } from './peer.js';

const LONGEST = 500;

/** How a process ended that had nothing to say, and what it wrote to standard error about it, as one sentence. */
export async function lastWords({ exited, stderr }: LinkProcess): Promise<string> {
  const how = await exited;
  const words = tellingLine(stderr());
  return `the server ended with ${how} before it answered anything${words === undefined ? '' : `; its last words: ${words}`}`;
}

/** How the line begins that names the failure: `TypeError: …`, `Error [ERR_X]: …`, `mcp.McpError: …`, `panic: …`, `npm error 404 …`. */
const NAMES_IT =
  /^(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?: |^(?:fatal|fatal error|panic): |^thread '.*' panicked|^npm (?:error|ERR!) (?!code )\S+ /i;

/** Lines of a stack and of a banner, which say less than any other. */
const SAYS_LITTLE = /^\s+at |^Node\.js v\d|^\(Use `node |^\s*$/;

/** The line that says what went wrong; of a text that has none, the last one. */
export function tellingLine(text: string): string | undefined {
  const lines = stripVTControlCharacters(text).split(/\r?\n/);
  const line =
    lines.find((each) => NAMES_IT.test(each)) ?? lines.findLast((each) => !SAYS_LITTLE.test(each));
  return line?.trim().slice(0, LONGEST);
}
