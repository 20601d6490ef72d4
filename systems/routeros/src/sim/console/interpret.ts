import type { Simulator } from '../start-simulator.js';
import { DEVICE_COMMANDS, Mistake } from './device-commands.js';
import { deviceTable } from './introduction.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What can be typed. */
export function helpText(): string {
  const lines = [...DEVICE_COMMANDS.values()].map(({ usage, help }) => [`1 ${usage}`, help]);
  lines.push(['list', 'show the devices'], ['help', 'show this'], ['quit', 'end the simulator']);
  return lines.map(([usage = '', help = '']) => `  ${usage.padEnd(18)}${help}`).join('\n');
}

async function command(simulator: Simulator, line: string): Promise<string> {
  const [first = '', name = '', ...rest] = line.split(/\s+/);
  if (!/^\d{1,9}$/.test(first)) {
    throw new Mistake(`there is no command "${first}"; type help to see them all`);
  }
  const device = simulator.devices[Number(first) - 1];
  if (device === undefined) {
    throw new Mistake(`there is no device ${first}, only 1 to ${simulator.devices.length}`);
  }
  const known = [...DEVICE_COMMANDS.keys()].join(', ');
  if (name === '') throw new Mistake(`expected after the ${first} one of ${known}`);
  const wanted = DEVICE_COMMANDS.get(name);
  if (wanted === undefined) {
    throw new Mistake(`there is no command "${name}" for a device, only ${known}`);
  }
  const argument = rest.join(' ');
  if (argument !== '' && !wanted.usage.includes(' ')) {
    throw new Mistake(`"${name}" stands alone: ${first} ${wanted.usage}`);
  }
  try {
    const said = await wanted.run(device, argument);
    return wanted.whole === true ? said : `${device.name} ${said}`;
  } catch (error) {
    if (argument !== '' || !(error instanceof Mistake)) throw error;
    throw new Mistake(`${error.message}, such as ${first} ${wanted.usage}`);
  }
}

/** Do what was typed; the answer to show, or `quit`. Never throws over what was typed. */
export async function interpret(
  simulator: Simulator,
  typed: string,
): Promise<{ readonly out: string } | { readonly err: string } | 'quit'> {
  const line = typed.replace(CONTROL, ' ').trim().slice(0, 200);
  if (line === 'quit' || line === 'exit') return 'quit';
  if (line === '' || line === 'help') return { out: helpText() };
  if (line === 'list') return { out: deviceTable(simulator.devices) };
  try {
    return { out: await command(simulator, line) };
  } catch (error) {
    if (error instanceof Mistake) return { err: `Not done: ${error.message}.` };
    const reason = error instanceof Error ? error.message : String(error);
    return { err: `Failed: ${reason}` };
  }
}
