import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { removeAddress } from './ip-changes.js';

const device_id = 'dev-lab-01';
const lab = openedForEach(() => startLab());

const rows = () => lab.router.state.rows('/ip/address');
const idOf = (comment: string) =>
  rows().find((row) => row['comment'] === comment)?.['.id'] ?? 'missing';
const wrote = () => lab.router.requests.some(({ method }) => method !== 'GET');

describe('ip/remove-address', () => {
  it('removes an address and tells what is left', async () => {
    const { text, facts } = await lab.call(removeAddress, {
      device_id,
      address_id: idOf('uplink'),
    });
    expect(rows()).toHaveLength(3);
    expect(idOf('uplink')).toBe('missing');
    expect(facts).toMatchObject({ changed: true, left: 3, removed: { comment: 'uplink' } });
    expect(text).toContain('was removed; 3 left');
  });

  it('changes nothing on a dry run', async () => {
    const { facts } = await lab.call(removeAddress, {
      device_id,
      address_id: idOf('uplink'),
      dry_run: true,
    });
    expect(facts).toMatchObject({ dry_run: true, left: 4 });
    expect(wrote()).toBe(false);
  });

  it('leaves the address of the management connection, as the contract says', async () => {
    for (const dry_run of [false, true]) {
      const args = { device_id, address_id: idOf('management'), dry_run };
      expect(await lab.fail(removeAddress, args)).toMatchObject({
        reason: 'UNSAFE_OPERATION',
        details: 'Cannot modify management interface IP address',
        context: {
          device_id,
          interface: 'ether1',
          reason: 'Management interface protection',
          safety_rule: 'PROTECT_MANAGEMENT_PATH',
        },
        effect: 'none',
      });
    }
    expect(wrote()).toBe(false);
  });

  it('leaves dynamic addresses', async () => {
    const dynamic = rows().find((row) => row['dynamic'] === 'true');
    const fault = await lab.fail(removeAddress, { device_id, address_id: dynamic?.['.id'] });
    expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_DYNAMIC', interface: 'ether5' });
    expect(wrote()).toBe(false);
  });

  it('says what the device says of an address that is not there', async () => {
    const fault = await lab.fail(removeAddress, { device_id, address_id: '*99' });
    expect(fault).toMatchObject({ reason: 'DEVICE_ERROR', effect: 'none' });
  });

  it.each(['1', '*', '*1/../2', '**1'])('does not take %j for an id', (address_id) => {
    expect(removeAddress.input.safeParse({ device_id, address_id }).success).toBe(false);
  });
});
