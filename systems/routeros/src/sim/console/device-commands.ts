import type { SimulatedDevice } from '../simulated-device.js';
import { registration } from './introduction.js';

/** Something typed that cannot be done; the message tells why. */
export class Mistake extends Error {}

export interface DeviceCommand {
  /** The words after the number of the device. */
  readonly usage: string;
  readonly help: string;
  /** What it says is whole; the others go on after the name of the device. */
  readonly whole?: true;
  /** Does it, and says what was done. */
  run(device: SimulatedDevice, argument: string): string | Promise<string>;
}

const not = (text: string): string => (text === '' ? '' : `, not "${text}"`);

function number(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Mistake(`expected a number from ${least} to ${most}${not(text)}`);
  }
  return value;
}

function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Mistake(`expected on or off${not(text)}`);
  return text === 'on';
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

/** What can be done to a device while it runs, by the word that is typed. */
export const DEVICE_COMMANDS: ReadonlyMap<string, DeviceCommand> = new Map(
  Object.entries<DeviceCommand>({
    show: {
      usage: 'show',
      help: 'show the arguments of registry/add that make it known',
      whole: true,
      run: (device) => JSON.stringify(registration(device)),
    },
    stop: {
      usage: 'stop',
      help: 'switch it off: connections are refused',
      run: async (device) => {
        await device.stop();
        return 'stopped';
      },
    },
    start: {
      usage: 'start',
      help: 'switch it on again, on the same port',
      run: async (device) => {
        await device.start();
        return `listens on ${device.address}`;
      },
    },
    slow: {
      usage: 'slow 8000',
      help: 'answer so many milliseconds late; 0 ends it',
      run: (device, argument) => {
        const delay = number(argument, 0, 3_600_000);
        device.setDelay(delay);
        return delay === 0 ? 'answers at once' : `answers ${delay} ms late`;
      },
    },
    password: {
      usage: 'password x',
      help: 'change the password on the device',
      run: (device, argument) => {
        device.setPassword(word(argument, 'the new password'));
        return 'has the new password';
      },
    },
    version: {
      usage: 'version 7.8',
      help: 'report another version of RouterOS',
      run: (device, argument) => {
        if (!/^7\.\d+[\w.]*$/.test(argument)) {
          throw new Mistake(`expected a version of RouterOS 7${not(argument)}`);
        }
        device.setVersion(argument);
        return `reports version ${device.version}`;
      },
    },
    cut: {
      usage: 'cut on',
      help: 'break connections in the middle of each answer; off ends it',
      run: (device, argument) => {
        device.cutBodies(onOff(argument));
        return argument === 'on' ? 'cuts its answers' : 'sends whole answers';
      },
    },
    fail: {
      usage: 'fail 500',
      help: 'fail at everything with this HTTP status; off ends it',
      run: (device, argument) => {
        device.failWith(argument === 'off' ? undefined : number(argument, 400, 599));
        return argument === 'off' ? 'works again' : `fails with ${argument}`;
      },
    },
    swallow: {
      usage: 'swallow on',
      help: 'make changes without ever answering; off ends it',
      run: (device, argument) => {
        device.swallowWrites(onOff(argument));
        return argument === 'on' ? 'swallows its answers to changes' : 'answers changes';
      },
    },
    mute: {
      usage: 'mute on',
      help: 'accept connections but never speak TLS; off ends it',
      run: (device, argument) => {
        device.acceptOnly(onOff(argument));
        return argument === 'on' ? 'accepts connections and says nothing' : 'speaks TLS';
      },
    },
    renew: {
      usage: 'renew',
      help: 'get a new certificate',
      run: (device) => {
        device.renewCertificate();
        return `has the certificate ${device.fingerprint}`;
      },
    },
    forget: {
      usage: 'forget /ip/dns',
      help: 'lose a menu, as if its package were not installed',
      run: (device, argument) => {
        device.removeMenu(menu(device, argument));
        return `has no ${argument} any more`;
      },
    },
    disable: {
      usage: 'disable ether2',
      help: 'disable an interface',
      run: (device, argument) => {
        device.disableInterface(port(device, argument));
        return `has ${argument} disabled`;
      },
    },
    log: {
      usage: 'log 10000',
      help: 'add so many lines to the log',
      run: (device, argument) => {
        device.fillLog(number(argument, 1, 1_000_000));
        return `has ${device.state.rows('/log').length} lines in its log`;
      },
    },
    routes: {
      usage: 'routes 10000',
      help: 'add so many routes',
      run: (device, argument) => {
        device.fillRoutes(number(argument, 1, 1_000_000));
        return `has ${device.state.rows('/ip/route').length} routes`;
      },
    },
    chaos: {
      usage: 'chaos 20',
      help: 'let so many of a hundred requests go wrong; 0 ends it',
      run: (device, argument) => {
        const percent = number(argument, 0, 100);
        device.setChaos(percent === 0 ? undefined : { rate: percent / 100 });
        return percent === 0 ? 'behaves again' : `lets ${percent} % of requests go wrong`;
      },
    },
  }),
);
