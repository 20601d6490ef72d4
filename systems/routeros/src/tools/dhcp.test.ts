import { openedForAll } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { listLeases } from './dhcp.js';

const lab = openedForAll(() => startLab());

describe('dhcp/list-leases', () => {
  it('reports who has which address', async () => {
    const [row] = lab.router.state.rows('/ip/dhcp-server/lease');
    const { lines, facts } = await lab.call(listLeases);
    expect(lines[0]).toBe('DHCP leases of dev-lab-01: 3, 3 bound');
    expect(lines[1]).toBe(
      `*1 ${row!['address']}: ${row!['mac-address']}, "laptop", bound, expires after 27m12s`,
    );
    expect((facts['items'] as unknown[])[0]).toEqual({
      id: '*1',
      address: row!['address'],
      mac_address: row!['mac-address'],
      host_name: 'laptop',
      server: 'defconf',
      status: 'bound',
      dynamic: true,
      disabled: false,
      expires_after: '27m12s',
      last_seen: '2m48s',
      comment: null,
    });
  });

  it('gives only the status that was asked for', async () => {
    const { lines, facts } = await lab.call(listLeases, { status: 'waiting' });
    expect(lines).toEqual(['DHCP leases of dev-lab-01: 0, 0 bound']);
    expect(facts).toEqual({ device_id: 'dev-lab-01', total: 0, items: [] });
  });

  it('is unsupported on a device without a DHCP server', async () => {
    const own = await startLab();
    try {
      own.router.removeMenu('/ip/dhcp-server');
      const fault = await own.fail(listLeases);
      expect(fault.reason).toBe('DEVICE_UNSUPPORTED');
    } finally {
      await own.close();
    }
  });
});
