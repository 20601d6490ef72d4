import type { SimulatedDevice } from '../simulated-device.js';

/** The devices, one per line. */
export function deviceTable(devices: readonly SimulatedDevice[]): string {
  const rows = [
    ['', 'name', 'address', 'user', 'password', 'certificate (SHA-256)'],
    ...devices.map((device, at) => [
      String(at + 1),
      device.name,
      device.address,
      device.username,
      device.password,
      device.fingerprint,
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
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
