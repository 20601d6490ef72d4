import { openedForEach } from '@errata/testing/lifetime';
import { beforeEach, describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { TOOLS } from './all.js';

/** Arguments that change something on a simulated device, and what is there instead of what was asked for. */
const CHANGES: Readonly<Record<string, readonly [args: object, expected: string, actual: string]>> =
  {
    'system/set-identity': [{ identity: 'edge-7' }, "'edge-7'", "'lab-router-01'"],
    'ip/add-address': [
      { address: '10.99.0.1/24', interface: 'ether2' },
      '10.99.0.1/24 on ether2',
      'not there',
    ],
    'ip/remove-address': [{ address_id: '*3' }, 'not there', '*3 10.10.2.1/24 on ether2 "uplink"'],
    'dns/update-servers': [{ dns_servers: ['9.9.9.9'] }, '9.9.9.9', '1.1.1.1, 8.8.8.8'],
    'dns/flush-cache': [{}, 'none of its 4 entries', '4 of its 4 entries'],
    'ntp/update-servers': [
      { ntp_servers: ['pool.ntp.org'], enable: false },
      'pool.ntp.org, disabled',
      '162.159.200.1, 162.159.200.123, enabled',
    ],
    'firewall/update-address-list': [
      { list: 'mcp-blocklist', add: ['203.0.113.9'], remove: ['198.51.100.7'], timeout: '1h' },
      'with 203.0.113.9 with a timeout, without 198.51.100.7',
      '198.51.100.7 "scanner"',
    ],
  };

const WRITING = TOOLS.filter((tool) => tool.on === 'device' && !tool.annotations.readOnlyHint);

describe('a device that accepts changes and makes none', () => {
  const lab = openedForEach(() => startLab());
  beforeEach(() => lab.router.ignoreWrites(true));

  it.each(WRITING)('is DEVICE_ERROR with both values for $name', async (tool) => {
    const [args, expected, actual] = CHANGES[tool.name]!;
    const fault = await lab.fail(tool, args);
    expect(fault).toMatchObject({
      reason: 'DEVICE_ERROR',
      effect: 'none',
      strategy: 'report_and_abort',
      context: { device_id: 'dev-lab-01', expected, actual },
    });
    expect(fault.details).toContain('The device accepted the change but did not make it');
  });

  it.each(WRITING)('is no failure of $name where it makes them', async (tool) => {
    lab.router.ignoreWrites(false);
    const [args] = CHANGES[tool.name]!;
    expect((await lab.call(tool, args)).lines[0]).toContain('dev-lab-01');
  });
});
