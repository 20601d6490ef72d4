import type { SimulatedDevice } from './simulated-device.js';

/** How many devices there are, how to reach them, and how to register the first. */
export function introduce(devices: readonly SimulatedDevice[]): string {
  const count = devices.length === 1 ? '1 router is' : `${devices.length} routers are`;
  const listening = `${count} listening.\n\n${deviceTable(devices)}`;
  const [first, ...more] = devices;
  if (first === undefined) return listening;
  const others = more.length === 0 ? '' : ' (2 show tells it of the second)';
  const json = JSON.stringify(registration(first));
  return `${listening}\n\nTo register the first, call registry/add with${others}\n${json}`;
}

/** The devices, one per line, and their certificate; where they have several, each below its device. */
export function deviceTable(devices: readonly SimulatedDevice[]): string {
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
export const registration = (device: SimulatedDevice): Readonly<Record<string, string>> => ({
  name: device.name,
  management_address: device.address,
  environment: 'lab',
  username: device.username,
  password: device.password,
  tls_mode: 'pin',
  tls_fingerprint: device.fingerprint,
});
