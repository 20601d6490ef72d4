import { createCertificate } from './tls.js';
import { createRandom } from './values.js';
import { SimulatedDevice } from './simulated-device.js';

export interface SimulatorOptions {
  /** Default: 1. */
  readonly devices?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: free ones. A number is the port of the first device. */
  readonly ports?: 'free' | number;
  /** Default: `7.16.2 (stable)`. */
  readonly version?: string;
  /** Default: `admin`. */
  readonly username?: string;
  /** Of all devices. Default: each has its own, which follows from the seed. */
  readonly password?: string;
  readonly seed?: number;
  /** Milliseconds that stand for the 60 seconds after which RouterOS ends a command. */
  readonly sessionCap?: number;
  readonly now?: () => number;
}

/** Routers that listen. */
export interface Simulator {
  readonly devices: readonly SimulatedDevice[];
  /** The certificate that all devices start with, which is its own authority. PEM. */
  readonly ca: string;
  /** Its SHA-256, `AB:CD:…`. */
  readonly fingerprint: string;
  close(): Promise<void>;
}

function choosePassword(random: () => number): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const pick = (): string => letters[Math.floor(random() * letters.length)] ?? 'a';
  return `sim-${Array.from({ length: 12 }, pick).join('')}`;
}

/** Start routers, each with a state and a port of its own. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    devices: count = 1,
    host = '127.0.0.1',
    ports = 'free',
    seed = 1,
    now = Date.now,
  } = options;
  if (!Number.isInteger(count) || count < 1 || count > 250) {
    throw new RangeError('The number of devices is from 1 to 250.');
  }
  const random = createRandom(seed);
  const certificateHosts = [...new Set(['localhost', '127.0.0.1', host])].filter(
    (name) => !name.includes(':'),
  );
  const certificate = createCertificate('RouterOS simulator', certificateHosts, now());
  const { version = '7.16.2 (stable)', username = 'admin', sessionCap = 60_000 } = options;
  const devices = Array.from(
    { length: count },
    (_, index) =>
      new SimulatedDevice({
        index,
        name: `lab-router-${String(index + 1).padStart(2, '0')}`,
        host,
        port: ports === 'free' ? 0 : ports + index,
        username,
        password: options.password ?? choosePassword(random),
        version,
        seed,
        sessionCap,
        certificate,
        certificateHosts,
        now,
      }),
  );
  const close = async (): Promise<void> => {
    await Promise.all(devices.map((device) => device.stop()));
  };
  const started = await Promise.allSettled(devices.map((device) => device.start()));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return { devices, ca: certificate.cert, fingerprint: certificate.fingerprint, close };
}
