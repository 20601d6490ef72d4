import { openedForEach } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { updateAddressList } from './update-address-list.js';

const lab = openedForEach(() => startLab());

const MENU = '/ip/firewall/address-list';
const LIST = 'mcp-blocklist';

const held = (list = LIST) =>
  lab.router.state
    .rows(MENU)
    .filter((row) => row['list'] === list)
    .map((row) => row['address']);

const writes = () => lab.router.requests.filter(({ method }) => method !== 'GET');

describe('firewall/update-address-list', () => {
  it('needs the firewall flag of the device beside the one of its tier', () => {
    expect([updateAddressList.tier, updateAddressList.flag]).toEqual([
      'advanced',
      'allow_firewall_writes',
    ]);
  });

  it('adds and removes, and reports what the device has then', async () => {
    const { lines, facts } = await lab.call(updateAddressList, {
      list: LIST,
      add: ['203.0.113.9', '203.0.113.128/25'],
      remove: ['198.51.100.7'],
      comment: 'incident 7',
      timeout: '1h',
    });
    expect(lines[0]).toBe('mcp-blocklist on dev-lab-01: 2 added, 1 removed; 2 in the list now');
    expect(held()).toEqual(['203.0.113.9', '203.0.113.128/25']);
    expect(facts).toMatchObject({
      dry_run: false,
      changed: true,
      added: ['203.0.113.9', '203.0.113.128/25'],
      removed: ['198.51.100.7'],
      already_there: [],
      not_there: [],
      total: 2,
    });
    expect((facts['items'] as unknown[])[0]).toMatchObject({
      address: '203.0.113.9',
      comment: 'incident 7',
      dynamic: true,
    });
  });

  it('reports what is there already or not there, and changes nothing the second time', async () => {
    const args = { list: LIST, add: ['198.51.100.7/32', '203.0.113.9'], remove: ['203.0.113.1'] };
    const first = await lab.call(updateAddressList, args);
    expect(first.facts).toMatchObject({
      changed: true,
      added: ['203.0.113.9'],
      already_there: ['198.51.100.7/32'],
      not_there: ['203.0.113.1'],
    });
    const before = writes().length;
    const second = await lab.call(updateAddressList, args);
    expect(second.facts).toMatchObject({ changed: false, added: [], removed: [] });
    expect(second.lines[0]).toBe(
      'mcp-blocklist on dev-lab-01: 2 already there, 1 not there; 2 in the list now',
    );
    expect(writes()).toHaveLength(before);
  });

  it('changes nothing on a dry run, and says what it would do', async () => {
    const { lines, facts } = await lab.call(updateAddressList, {
      list: LIST,
      add: ['203.0.113.9'],
      remove: ['198.51.100.7'],
      dry_run: true,
    });
    expect(lines[0]).toBe(
      'mcp-blocklist on dev-lab-01: 1 would be added, 1 would be removed; 1 in the list',
    );
    expect(facts).toMatchObject({ dry_run: true, changed: true });
    expect(held()).toEqual(['198.51.100.7']);
    expect(writes()).toEqual([]);
  });

  it.each(['office', 'mcp-', 'MCP-x', 'xmcp-a'])('leaves the list %s alone', async (list) => {
    const fault = await lab.fail(updateAddressList, { list, add: ['203.0.113.9'] });
    expect(fault.reason).toBe('UNSAFE_OPERATION');
    expect(fault.context).toMatchObject({ device_id: 'dev-lab-01', safety_rule: 'MCP_LISTS_ONLY' });
    expect(lab.router.requests).toEqual([]);
  });

  it.each(['127.0.0.1', '127.0.0.0/8', '0.0.0.0/0'])(
    'does not add %s, with the management address, to a list that a rule drops',
    async (address) => {
      const add = ['203.0.113.9', address];
      for (const dry_run of [true, false]) {
        const fault = await lab.fail(updateAddressList, { list: LIST, add, dry_run });
        expect(fault.reason).toBe('UNSAFE_OPERATION');
        expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_MANAGEMENT_PATH' });
        expect(fault.details).toBe(
          `Cannot add ${address} to address list 'mcp-blocklist': a rule with action drop is for what is in it, and the management connection would be cut`,
        );
      }
      expect(writes()).toEqual([]);
    },
  );

  it('adds the management address to a list that no enabled rule drops', async () => {
    await lab.call(updateAddressList, { list: 'mcp-known', add: ['127.0.0.1'] });
    expect(held('mcp-known')).toEqual(['127.0.0.1']);
    await lab.services.fleet
      .connect(lab.device)
      .change('/ip/firewall/filter', '*3', { disabled: 'true' });
    await lab.call(updateAddressList, { list: LIST, add: ['127.0.0.1'] });
    expect(held()).toContain('127.0.0.1');
  });

  it('does not remove the management address from a list outside of which a rule drops', async () => {
    await lab.call(updateAddressList, { list: 'mcp-allowed', add: ['127.0.0.1', '10.0.0.0/8'] });
    await lab.services.fleet.connect(lab.device).create('/ip/firewall/filter', {
      chain: 'input',
      action: 'drop',
      'src-address-list': '!mcp-allowed',
    });
    const fault = await lab.fail(updateAddressList, { list: 'mcp-allowed', remove: ['127.0.0.1'] });
    expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_MANAGEMENT_PATH' });
    await lab.call(updateAddressList, { list: 'mcp-allowed', remove: ['10.0.0.0/8'] });
    expect(held('mcp-allowed')).toEqual(['127.0.0.1']);
  });

  it.each([
    [{}, 'Neither add nor remove has an address'],
    [{ add: ['10.0.0.1'], remove: ['10.0.0.1/32'] }, "'10.0.0.1' is in both add and remove"],
  ])('refuses %j', async (args, details) => {
    const fault = await lab.fail(updateAddressList, { list: LIST, ...args });
    expect([fault.reason, fault.details]).toEqual(['VALIDATION_ERROR', details]);
  });

  it.each([
    ['add.0', { add: ['10.0.0.999'] }],
    ['add.0', { add: ['2001:db8::1'] }],
    ['remove', { remove: Array(51).fill('10.0.0.1') }],
    ['timeout', { add: ['10.0.0.1'], timeout: 'soon' }],
    ['comment', { add: ['10.0.0.1'], comment: 'a\nb' }],
    ['comment', { add: ['10.0.0.1'], comment: 'a\ud800' }],
    ['list', { add: ['10.0.0.1'], list: 'mcp-\ud800' }],
    ['list', { add: ['10.0.0.1'], list: 'mcp-\u0000' }],
  ])('refuses a wrong %s', (field, args) => {
    const given = { device_id: 'dev-lab-01', list: LIST, ...args };
    const { error } = updateAddressList.input.safeParse(given);
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('says how far it came where a change in the middle fails', async () => {
    const lines: string[] = [];
    const fault = await lab.fail(
      updateAddressList,
      { list: LIST, add: ['203.0.113.1', '203.0.113.2', '203.0.113.3'] },
      {
        progress: (done, _total, message) => {
          lines.push(message);
          if (done === 1) lab.router.failWith(500);
        },
      },
    );
    expect(lines).toEqual(['added 203.0.113.1']);
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'unknown']);
    expect(fault.details).toMatch(/^1 of 3 changes were made, then: /);
    expect(fault.nextSteps).toContain('The same call again does only what is missing');
  });

  it('does not say to wait and repeat where the device is gone in the middle', async () => {
    const stopped: Promise<void>[] = [];
    const fault = await lab.fail(
      updateAddressList,
      { list: LIST, add: ['203.0.113.1', '203.0.113.2'] },
      { progress: (done) => void (done === 1 && stopped.push(lab.router.stop())) },
    );
    await Promise.all(stopped);
    expect(fault).toMatchObject({
      reason: 'DEVICE_UNREACHABLE',
      effect: 'unknown',
      strategy: 'user_action_required',
      retryable: false,
      suggestion: 'Use firewall/list-address-lists before you repeat it',
    });
    expect(fault.context).not.toHaveProperty('retry_after');
  });

  it('leaves the failure of the first change as it is: nothing was done before', async () => {
    const router = lab.services.fleet.connect(lab.device);
    const fault = await lab.fail(updateAddressList, {
      list: 'mcp-with space',
      add: ['203.0.113.1'],
    });
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'none']);
    expect(fault.details).not.toContain('changes were made');
    expect(await router.list(MENU, { list: 'mcp-with space' })).toEqual([]);
  });

  it('calls the change done where only reading back fails', async () => {
    const fault = await lab.fail(
      updateAddressList,
      { list: LIST, add: ['203.0.113.1'] },
      { progress: () => lab.router.failWith(500) },
    );
    expect([fault.reason, fault.effect]).toEqual(['DEVICE_ERROR', 'done']);
    expect(held()).toContain('203.0.113.1');
  });
});
