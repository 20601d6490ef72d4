import { describe, expect, it } from 'vitest';
import { DEVICE_DEFAULTS, type Device } from '../../registry/device.js';
import { parseCidr } from '../../safety/index.js';
import { managementConnection, mayMatch } from './management-connection.js';

const at = (text: string) => parseCidr(text)!;
const connection = { device: [at('10.0.0.1')], service: [at('10.0.9.9')], port: 8443 };
const input = { chain: 'input' };
const output = { chain: 'output' };

describe('the management connection', () => {
  it.each([
    ['everything', input],
    ['its port', { ...input, protocol: 'tcp', 'dst-port': '8443' }],
    ['a range with its port', { ...input, protocol: 'tcp', 'dst-port': '22,8000-9000' }],
    ['the network of the service', { ...input, 'src-address': '10.0.9.0/24' }],
    ['the address of the device', { ...input, 'dst-address': '10.0.0.1' }],
    ['all but some other network', { ...input, 'src-address': '!192.0.2.0/24' }],
    ['all but some other port', { ...input, protocol: 'tcp', 'dst-port': '!22' }],
    ['all that the device sends', output],
    ['what the device sends to the service', { ...output, 'dst-address': '10.0.9.9' }],
    [
      'what the device sends to high ports',
      { ...output, protocol: 'tcp', 'dst-port': '1024-65535' },
    ],
  ])('is matched by a rule for %s', (_, rule) => {
    expect(mayMatch(rule, connection)).toBe(true);
  });

  it.each([
    ['another protocol', { ...input, protocol: 'udp' }],
    ['another port', { ...input, protocol: 'tcp', 'dst-port': '22,80-90' }],
    ['another network', { ...input, 'src-address': '192.0.2.0/24' }],
    ['another address of the device', { ...input, 'dst-address': '10.0.0.2' }],
    ['forwarded packets', { chain: 'forward' }],
    ['what the device asks others', { ...output, protocol: 'tcp', 'dst-port': '53' }],
    ['what the device sends elsewhere', { ...output, 'dst-address': '192.0.2.1' }],
  ])('is not matched by a rule for %s', (_, rule) => {
    expect(mayMatch(rule, connection)).toBe(false);
  });

  it('is matched by a list that holds the service', () => {
    const rule = { ...input, 'src-address-list': 'blocked' };
    expect(mayMatch(rule, connection, [at('192.0.2.0/24'), at('10.0.0.0/8')])).toBe(true);
    expect(mayMatch(rule, connection, [at('192.0.2.0/24')])).toBe(false);
    expect(mayMatch(rule, { ...connection, service: [] }, [])).toBe(true);
  });

  it('is found out without sending anything', async () => {
    const device = {
      ...DEVICE_DEFAULTS,
      management_address: '127.0.0.1:8443',
    } as unknown as Device;
    expect(await managementConnection(device)).toEqual({
      device: [at('127.0.0.1')],
      service: [at('127.0.0.1')],
      port: 8443,
    });
  });
});
