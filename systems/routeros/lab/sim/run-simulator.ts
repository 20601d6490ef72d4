import {
  type ConsoleCommand,
  cutCommand,
  failCommand,
  helpText,
  Mistake,
  not,
  readNumber,
  readOnOff,
  runCommand,
  runConsole,
  type RunIo,
  slowCommand,
  startCommand,
  stopCommand,
} from '@errata/upstream/simulator';
import type { SimulatedDevice } from './simulated-device.js';
import { startSimulator, type Simulator } from './start-simulator.js';

/** How many devices there are, how to reach them, and how to register the first. */
function introduce(devices: readonly SimulatedDevice[]): string {
  const count = devices.length === 1 ? '1 router is' : `${devices.length} routers are`;
  const listening = `${count} listening.\n\n${deviceTable(devices)}`;
  const [first, ...more] = devices;
  if (first === undefined) return listening;
  const others = more.length === 0 ? '' : ' (for the second, type 2 show)';
  const json = JSON.stringify(registration(first));
  return `${listening}\n\nTo register the first, call registry/add with${others}\n${json}`;
}

/** The devices, one per line, and their certificate; where they have several, each below its device. */
function deviceTable(devices: readonly SimulatedDevice[]): string {
  const prints = devices.map(({ fingerprint }) => plain(fingerprint));
  const [head = '', ...lines] = tableOf(devices);
  const title = 'SHA-256 of the certificate';
  const [shared] = prints;
  if (prints.every((print) => print === shared)) {
    return [head, ...lines, '', `${title}${devices.length > 1 ? ' of each' : ''}:`, shared].join(
      '\n',
    );
  }
  const pairs = lines.flatMap((line, at) => [line, `   ${prints[at]}`]);
  return [head, ...pairs, '', `Below each, the ${title}.`].join('\n');
}

/** Without colons it fits on a line of 80 columns; `registry/add` takes it either way. */
const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

function tableOf(devices: readonly SimulatedDevice[]): string[] {
  const rows = [
    ['', 'name', 'address', 'user', 'password'],
    ...devices.map((device, at) => [
      String(at + 1),
      device.name,
      device.address,
      device.username,
      device.password,
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The arguments of `registry/add` that make a device known to the service. */
const registration = (device: SimulatedDevice): Readonly<Record<string, string>> => ({
  name: device.name,
  management_address: device.address,
  environment: 'lab',
  username: device.username,
  password: device.password,
  tls_mode: 'pin',
  tls_fingerprint: device.fingerprint,
});

/** What is typed after the number of a device. */
interface DeviceCommand extends ConsoleCommand<SimulatedDevice> {
  /** What it says is whole; the others go on after the name of the device. */
  readonly whole?: true;
}

function word(text: string, what: string): string {
  if (text === '') throw new Mistake(`expected ${what}`);
  return text;
}

const MENU = /^(?:\/[a-z0-9-]+)+$/;

function menu(device: SimulatedDevice, text: string): string {
  word(text, 'a menu');
  const known = [...device.state.menus.keys(), ...device.state.commands.keys()];
  if (!MENU.test(text) || !known.some((path) => path === text || path.startsWith(`${text}/`))) {
    throw new Mistake(`there is no menu "${text}"`);
  }
  return text;
}

function port(device: SimulatedDevice, text: string): string {
  const names = device.state.rows('/interface').map((row) => row['name'] ?? '');
  if (!names.includes(text)) {
    throw new Mistake(`expected one of ${names.join(', ')}${not(text)}`);
  }
  return text;
}

const command = (usage: string, help: string, run: DeviceCommand['run']): DeviceCommand => ({
  usage,
  help,
  run,
});

/** A command that is switched on and off, and what the device does then. */
const toggle = (
  usage: string,
  help: string,
  set: (device: SimulatedDevice, on: boolean) => void,
  [on, off]: readonly [string, string],
): DeviceCommand =>
  command(usage, help, (device, argument) => {
    const isOn = readOnOff(argument);
    set(device, isOn);
    return isOn ? on : off;
  });

const COMMANDS: readonly DeviceCommand[] = [
  {
    ...command('show', 'show the arguments of registry/add for it', (device) =>
      JSON.stringify(registration(device)),
    ),
    whole: true,
  },
  stopCommand('stopped'),
  startCommand(({ address }) => address),
  slowCommand(8000),
  command('password x', 'change the password on the device', (device, argument) => {
    device.setPassword(word(argument, 'the new password'));
    return 'has the new password';
  }),
  command('version 7.8', 'report another version of RouterOS', (device, argument) => {
    if (!/^7\.\d+[\w.]*$/.test(argument)) {
      throw new Mistake(`expected a version of RouterOS 7${not(argument)}`);
    }
    device.setVersion(argument);
    return `reports version ${device.version}`;
  }),
  cutCommand,
  failCommand(500),
  toggle(
    'swallow on',
    'make changes without ever answering; off ends it',
    (device, on) => device.swallowWrites(on),
    ['swallows its answers to changes', 'answers changes'],
  ),
  toggle(
    'ignore on',
    'accept changes and make none of them; off ends it',
    (device, on) => device.ignoreWrites(on),
    ['accepts changes and makes none', 'makes changes again'],
  ),
  toggle(
    'mute on',
    'accept connections but never speak TLS; off ends it',
    (device, on) => device.acceptOnly(on),
    ['accepts connections and says nothing', 'speaks TLS'],
  ),
  command('renew', 'get a new certificate', (device) => {
    device.renewCertificate();
    return `has the certificate ${device.fingerprint}`;
  }),
  command(
    'forget /ip/dns',
    'lose a menu, as if its package were not installed',
    (device, argument) => {
      device.removeMenu(menu(device, argument));
      return `has no ${argument} any more`;
    },
  ),
  command('disable ether2', 'disable an interface', (device, argument) => {
    device.disableInterface(port(device, argument));
    return `has ${argument} disabled`;
  }),
  command('log 10000', 'add so many lines to the log', (device, argument) => {
    device.fillLog(readNumber(argument, 1, 1_000_000));
    return `has ${device.state.rows('/log').length} lines in its log`;
  }),
  command('routes 10000', 'add so many routes', (device, argument) => {
    device.fillRoutes(readNumber(argument, 1, 1_000_000));
    return `has ${device.state.rows('/ip/route').length} routes`;
  }),
  command(
    'chaos 20',
    'let so many of a hundred requests go wrong; 0 ends it',
    (device, argument) => {
      const percent = readNumber(argument, 0, 100);
      device.setChaos(percent === 0 ? undefined : { rate: percent / 100 });
      return percent === 0 ? 'behaves again' : `lets ${percent} % of requests go wrong`;
    },
  ),
];

/** What can be done to a device while it runs, by the word that is typed. */
const DEVICE_COMMANDS = new Map(COMMANDS.map((each) => [each.usage.split(' ')[0]!, each]));

/** What can be typed. */
const HELP = helpText([
  ...COMMANDS.map(({ usage, help }) => ({ usage: `1 ${usage}`, help })),
  { usage: 'list', help: 'show the devices' },
  { usage: 'help', help: 'show this' },
  { usage: 'quit', help: 'end the simulator' },
]);

/** Does what was typed, and says what is so now. */
async function obey({ devices }: Simulator, line: string): Promise<string> {
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
  const output = await runCommand(command, device, rest.join(' '), `${first} `);
  return command.whole === true ? output : `${device.name} ${output}`;
}

export interface RunSimulatorOptions {
  readonly devices: number;
  /** Of the first device. Default: free ones. */
  readonly port?: number;
  readonly host?: string;
  readonly username?: string;
  readonly password?: string;
  readonly version?: string;
  readonly seed?: number;
}

/** Start routers, tell how to reach them, and let them be broken from the keyboard. The exit code. */
export function runSimulator(
  { port, ...options }: RunSimulatorOptions,
  io: RunIo,
): Promise<number> {
  return runConsole(
    {
      name: 'The simulator',
      start: () => startSimulator({ ...options, ...(port !== undefined && { ports: port }) }),
      introduce: ({ devices }) => introduce(devices),
      help: HELP,
      obey,
    },
    io,
  );
}
