import { helpText, Mistake, runCommand } from '@errata/system/simulator';
import type { OpenMemoryServer } from '../server/index.js';
import { COMMANDS } from './commands.js';

/** What can be typed. */
export const HELP = helpText([
  ...COMMANDS.values(),
  { usage: 'help', help: 'show this' },
  { usage: 'quit', help: 'end it' },
]);

/** Does what was typed, and says what is so now. */
export async function obey(server: OpenMemoryServer, line: string): Promise<string> {
  const [name = '', ...rest] = line.split(/\s+/);
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new Mistake(`there is no command "${name}"; type help to see them all`);
  }
  return `OpenMemory ${await runCommand(command, server, rest.join(' '))}`;
}
