import { faultOf } from '@errata/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLab, type Lab } from '../../../lab/testing/open-lab.js';
import { startFarDevice, type FarDevice } from '../../../lab/testing/devices.js';
import type { NewPlan, PlanKind } from '../plan.js';

const FILTER = '/ip/firewall/filter';
const LISTS = '/ip/firewall/address-list';

describe('the management connection of a device that is elsewhere', () => {
  let lab: Lab;
  let far: FarDevice;
  beforeEach(async () => {
    lab = await openLab('sqlite::memory:', 1);
    far = await startFarDevice(lab.registry, '127.0.0.6');
  });
  afterEach(async () => {
    await far.close();
    await lab.close();
  });

  const create = (kind: PlanKind, change: NewPlan['change']) =>
    lab.plans.create({ kind, change, deviceIds: ['dev-far'], description: 'x' }, lab.call());
  const refused = async (kind: PlanKind, change: NewPlan['change']) => {
    const fault = await faultOf(create(kind, change));
    expect(fault).toMatchObject({
      reason: 'UNSAFE_OPERATION',
      context: { safety_rule: 'PROTECT_MANAGEMENT_PATH' },
    });
  };
  const drop = { action: 'add', chain: 'input', rule_action: 'drop' };
  const rule = (row: Record<string, string>) => far.router.state.add(FILTER, row)['.id'];

  it.each(['127.0.0.1/32', '127.0.0.6/32', '127.0.0.0/16'])('needs the route to %s', (dst) =>
    refused('static-route', { action: 'add', dst_address: dst, gateway: '10.10.2.254' }),
  );

  it.each([
    { src_address: '127.0.0.1' },
    { src_address: '127.0.0.0/24' },
    { dst_address: '127.0.0.6' },
  ])('is not dropped by a rule for %j', (matchers) =>
    refused('firewall-rule', { ...drop, ...matchers }),
  );

  it('is not in the way of rules for others', async () => {
    const change = { ...drop, src_address: '127.0.0.2' };
    expect((await create('firewall-rule', change)).status).toBe('draft');
  });

  it.each([
    ['127.0.0.0-127.0.0.9', true],
    ['127.0.0.2-127.0.0.9', false],
    ['office.example', true],
  ])('with %s in a list, a rule that drops the list is refused: %s', async (address, expected) => {
    far.router.state.add(LISTS, { list: 'office-range', address });
    const change = { ...drop, src_address_list: 'office-range' };
    if (expected) await refused('firewall-rule', change);
    else expect((await create('firewall-rule', change)).status).toBe('draft');
  });

  it('keeps the rule that accepts it in a chain that input jumps to', async () => {
    const id = rule({ chain: 'mgmt', action: 'accept', 'src-address': '127.0.0.1' });
    const other = rule({ chain: 'mgmt', action: 'accept', 'src-address': '192.0.2.1' });
    const remove = (which = id) => ({ action: 'remove', id: which });
    expect((await create('firewall-rule', remove())).status).toBe('draft');
    rule({ chain: 'input', action: 'jump', 'jump-target': 'mgmt' });
    await refused('firewall-rule', remove());
    expect((await create('firewall-rule', remove(other))).status).toBe('draft');
  });

  it('keeps the rule that accepts a list which has it, or may have it', async () => {
    const id = rule({ chain: 'input', action: 'accept', 'src-address-list': 'friends' });
    const remove = { action: 'remove', id };
    expect((await create('firewall-rule', remove)).status).toBe('draft');
    far.router.state.add(LISTS, { list: 'friends', address: 'vpn.example' });
    await refused('firewall-rule', remove);
  });
});
