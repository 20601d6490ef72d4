import { helpText, Mistake, runCommand } from '@errata/system/simulator';
import type { Simulator } from '../start-simulator.js';
import { DEVICE_COMMANDS } from './device-commands.js';
import { deviceTable } from './introduction.js';

/** What can be typed. */
export const HELP = helpText([
  ...[...DEVICE_COMMANDS.values()].map(({ usage, help }) => ({ usage: `1 ${usage}`, help })),
  { usage: 'list', help: 'show the devices' },
  { usage: 'help', help: 'show this' },
  { usage: 'quit', help: 'end the simulator' },
]);

/** Does what was typed, and says what is so now. */
export async function obey({ devices }: Simulator, line: string): Promise<string> {
  if (line === 'list') return deviceTable(devices);
  const [first = '', name = '', ...rest] = line.split(/\s+/);
  if (!/^\d{1,9}$/.test(first)) {
    throw new Mistake(`there is no command "${first}"; type help to see them all`);
  }
  const device = devices[Number(first) - 1];
  if (device === undefined) {
    throw new Mistake(`there is no device ${first}, only 1 to ${devices.length}`);
  }
  const known = [...DEVICE_COMMANDS.keys()].join(', ');
  if (name === '') throw new Mistake(`expected after the ${first} one of ${known}`);
  const command = DEVICE_COMMANDS.get(name);
  if (command === undefined) {
    throw new Mistake(`there is no command "${name}" for a device, only ${known}`);
  }
  const said = await runCommand(command, device, rest.join(' '), `${first} `);
  return command.whole === true ? said : `${device.name} ${said}`;
}
