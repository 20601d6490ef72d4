import type { OpenMemoryServer } from '../server/index.js';
import { COMMANDS, Mistake } from './commands.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What can be typed. */
export function helpText(): string {
  const lines = [
    ...COMMANDS.values(),
    { usage: 'help', help: 'show this' },
    { usage: 'quit', help: 'end it' },
  ];
  return lines.map(({ usage, help }) => `  ${usage.padEnd(14)}${help}`).join('\n');
}

/** Do what was typed; the answer to show, or `quit`. Never throws over what was typed. */
export async function interpret(
  server: OpenMemoryServer,
  typed: string,
): Promise<{ readonly out: string } | { readonly err: string } | 'quit'> {
  const line = typed.replace(CONTROL, ' ').trim().slice(0, 200);
  if (line === 'quit' || line === 'exit') return 'quit';
  if (line === '' || line === 'help') return { out: helpText() };
  try {
    return { out: `OpenMemory ${await obey(server, line)}` };
  } catch (error) {
    if (error instanceof Mistake) return { err: `Not done: ${error.message}.` };
    return { err: `Failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function obey(server: OpenMemoryServer, line: string): Promise<string> {
  const [name = '', ...rest] = line.split(/\s+/);
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new Mistake(`there is no command "${name}"; type help to see them all`);
  }
  const argument = rest.join(' ');
  if (argument !== '' && !command.usage.includes(' ')) {
    throw new Mistake(`"${name}" stands alone`);
  }
  try {
    return await command.run(server, argument);
  } catch (error) {
    if (argument !== '' || !(error instanceof Mistake)) throw error;
    throw new Mistake(`${error.message}, such as ${command.usage}`);
  }
}
