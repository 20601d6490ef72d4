import { routerosContract } from '@errata/catalogs/routeros';
import { faultOf, openedForAll, temporaryFolder } from '@errata/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { openLab } from '../../../lab/testing/open-lab.js';
import type { NewPlan, PlanKind } from '../plan.js';
import { changeKind } from './change-kinds.js';

const FILTER = '/ip/firewall/filter';

describe('the kinds of changes', () => {
  const folder = temporaryFolder();
  const lab = openedForAll(() => openLab(`sqlite:${folder('plans.db')}`, 2));

  const wanted = (kind: PlanKind, change: NewPlan['change'], deviceIds = ['dev-1']): NewPlan => ({
    ...{ kind, change, deviceIds },
    description: 'a test',
  });
  const create = (...given: Parameters<typeof wanted>) =>
    lab.plans.create(wanted(...given), lab.call());
  const apply = async (...given: Parameters<typeof wanted>) => {
    const { plan_id } = await create(...given);
    const { approval_token } = await lab.plans.approve(plan_id, lab.call());
    return lab.plans.apply(plan_id, approval_token, lab.call());
  };
  const rows = (menu: string, index = 0) => lab.routers[index]!.state.rows(menu);
  /** Rules as they stand, without what counts up and without ids. */
  const rules = () =>
    rows(FILTER).map(({ '.id': _id, bytes: _bytes, packets: _packets, ...rule }) => rule);

  describe('static-route', () => {
    const add = { action: 'add', dst_address: '192.0.2.0/24', gateway: '10.10.2.254' };

    it.each([
      ['0.0.0.0/0', 'PROTECT_DEFAULT_ROUTE'],
      ['::/0', 'PROTECT_DEFAULT_ROUTE'],
      ['0.0.0.0/1', 'PROTECT_DEFAULT_ROUTE'],
      ['128.0.0.0/1', 'PROTECT_DEFAULT_ROUTE'],
      ['2000::/3', 'PROTECT_DEFAULT_ROUTE'],
      ['127.0.0.0/8', 'PROTECT_MANAGEMENT_PATH'],
      ['127.0.0.1/32', 'PROTECT_MANAGEMENT_PATH'],
    ])('refuses to touch %s', async (dst_address, safety_rule) => {
      for (const action of ['add', 'remove']) {
        const fault = await faultOf(create('static-route', { ...add, action, dst_address }));
        expect(fault).toMatchObject({ reason: 'UNSAFE_OPERATION', effect: 'none' });
        expect(fault.context).toMatchObject({ device_id: 'dev-1', safety_rule });
      }
    });

    it('refuses a second route to the same network', async () => {
      lab.routers[0]!.state.add('/ip/route', {
        'dst-address': '198.51.100.0/24',
        gateway: '10.10.2.1',
      });
      const fault = await faultOf(
        create('static-route', { ...add, dst_address: '198.51.100.0/24' }),
      );
      expect([fault.reason, fault.context]).toEqual(['CONFLICT', { device_id: 'dev-1' }]);
      expect(fault.suggestion).toBe('Use routing/list to see it');
    });

    it('refuses to remove what is not there, or not clear', async () => {
      const none = await faultOf(
        create('static-route', { action: 'remove', dst_address: '203.0.113.0/24' }),
      );
      expect(none.details).toContain('no static route to 203.0.113.0/24');
      const { state } = lab.routers[0]!;
      for (const gateway of ['10.10.2.1', '10.10.2.2']) {
        state.add('/ip/route', { 'dst-address': '203.0.113.0/24', gateway });
      }
      const two = await faultOf(
        create('static-route', { action: 'remove', dst_address: '203.0.113.0/24' }),
      );
      expect(two.details).toContain('name the gateway');
    });

    it('removes a route, and puts it back as it was', async () => {
      const before = {
        'dst-address': '192.0.2.128/25',
        gateway: '10.10.2.7',
        distance: '9',
        comment: 'mine',
      };
      lab.routers[0]!.state.add('/ip/route', before);
      const there = () =>
        rows('/ip/route').filter((row) => row['dst-address'] === '192.0.2.128/25');
      const { plan_id } = await apply('static-route', {
        action: 'remove',
        dst_address: '192.0.2.128/25',
      });
      expect(there()).toEqual([]);
      await lab.plans.rollback(plan_id, lab.call());
      expect(there()).toMatchObject([before]);
    });

    it('keeps the comment of the user behind its mark', async () => {
      const { plan_id } = await apply('static-route', {
        ...add,
        distance: 5,
        comment: 'to the lab',
      });
      expect(rows('/ip/route').find((row) => row['dst-address'] === '192.0.2.0/24')).toMatchObject({
        comment: `mcp:${plan_id} to the lab`,
        distance: '5',
      });
      await lab.plans.rollback(plan_id, lab.call());
    });
  });

  describe('firewall-rule', () => {
    const drop = { action: 'add', chain: 'input', rule_action: 'drop' };
    const port = () => lab.routers[0]!.address.split(':')[1]!;

    it('refuses what would cut the management connection', async () => {
      const rules = [
        drop,
        { ...drop, rule_action: 'reject', protocol: 'tcp', dst_port: port() },
        { ...drop, src_address: '127.0.0.0/8' },
        { ...drop, chain: 'output' },
      ];
      for (const rule of rules) {
        const fault = await faultOf(create('firewall-rule', rule));
        expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_MANAGEMENT_PATH' });
      }
    });

    it('refuses a list only if this service is on it', async () => {
      const rule = { ...drop, src_address_list: 'mcp-blocklist' };
      expect((await create('firewall-rule', rule)).status).toBe('draft');
      lab.routers[0]!.state.add('/ip/firewall/address-list', {
        list: 'mcp-blocklist',
        address: '127.0.0.0/8',
      });
      expect((await faultOf(create('firewall-rule', rule))).reason).toBe('UNSAFE_OPERATION');
    });

    it('refuses to remove the rule that lets the service in', async () => {
      const [known] = rows(FILTER);
      const fault = await faultOf(create('firewall-rule', { action: 'remove', id: known!['.id'] }));
      expect(fault.context).toMatchObject({ safety_rule: 'PROTECT_MANAGEMENT_PATH' });
    });

    it('adds a rule and takes it away again', async () => {
      const before = rules();
      const rule = { ...drop, protocol: 'tcp', dst_port: '23', src_address: '192.0.2.0/24' };
      const { plan_id } = await apply('firewall-rule', rule);
      expect(rules().at(-1)).toMatchObject({
        chain: 'input',
        action: 'drop',
        'dst-port': '23',
        'src-address': '192.0.2.0/24',
        comment: `mcp:${plan_id}`,
      });
      await lab.plans.rollback(plan_id, lab.call());
      expect(rules()).toEqual(before);
    });

    it('warns of a rule in front that takes all of its traffic, before approval and after apply', async () => {
      const state = lab.routers[1]!.state;
      state.add(FILTER, { chain: 'forward', action: 'drop', comment: 'the rest' });
      const accept = { action: 'add', chain: 'forward', rule_action: 'accept' };
      const rule = { ...accept, protocol: 'tcp', dst_port: '443' };
      const { plan_id, outcomes } = await create('firewall-rule', rule, ['dev-1', 'dev-2']);
      const blocked =
        'it never matches: *6 forward drop "the rest" is in front of it and takes all of its traffic';
      const invalid =
        'some of its traffic does not reach it, because of rules in front of it: *5 forward drop connection-state=invalid';
      expect(outcomes.map(({ warning }) => warning)).toEqual([invalid, blocked]);
      const { approval_token, plan } = await lab.plans.approve(plan_id, lab.call());
      expect(plan.outcomes[1]!.warning).toBe(blocked);
      const applied = await lab.plans.apply(plan_id, approval_token, lab.call());
      expect(applied.outcomes[1]).toMatchObject({
        state: 'applied',
        detail: 'In place and verified',
        warning: blocked,
      });
      const { outcomes: after } = await lab.plans.rollback(plan_id, lab.call());
      expect(after.map(({ warning }) => warning)).toEqual([null, null]);
      expect((await create('firewall-rule', { ...rule, rule_action: 'drop' })).outcomes).toEqual([
        {
          ...{ device_id: 'dev-1', state: 'pending', detail: null },
          warning: expect.stringContaining(
            '*4 forward accept connection-state=established,related',
          ),
        },
      ]);
    });

    it('removes a rule, and puts it back in its place', async () => {
      const before = rules();
      const blocked = rows(FILTER).find(({ comment }) => comment === 'blocked')!;
      const { plan_id } = await apply('firewall-rule', { action: 'remove', id: blocked['.id'] });
      expect(rules()).toHaveLength(before.length - 1);
      await lab.plans.rollback(plan_id, lab.call());
      expect(rules()).toEqual(before);
    });

    it('removes a rule by its id on one device only', async () => {
      const fault = await faultOf(
        create('firewall-rule', { action: 'remove', id: '*3' }, lab.ids as string[]),
      );
      expect(fault.context).toMatchObject({ field: 'device_ids', expected: 'At most 1 device' });
    });
  });

  describe('dns-ntp-rollout', () => {
    const servers = (menu: string) =>
      lab.routers.map((_, index) => rows(menu, index)[0]!['servers']);

    it('sets both on all devices, and puts back what each had', async () => {
      const before = [servers('/ip/dns'), servers('/system/ntp/client')];
      const change = { dns_servers: ['9.9.9.9', '149.112.112.112'], ntp_servers: ['pool.ntp.org'] };
      const { plan_id } = await apply('dns-ntp-rollout', change, ['dev-2', 'dev-1']);
      expect(servers('/ip/dns')).toEqual(Array(2).fill('9.9.9.9,149.112.112.112'));
      expect(servers('/system/ntp/client')).toEqual(Array(2).fill('pool.ntp.org'));
      await lab.plans.rollback(plan_id, lab.call());
      expect([servers('/ip/dns'), servers('/system/ntp/client')]).toEqual(before);
    });

    it('puts back both where every answer is lost from the second on', async () => {
      const before = [servers('/ip/dns'), servers('/system/ntp/client')];
      const change = { dns_servers: ['9.9.9.9'], ntp_servers: ['192.0.2.1'] };
      const { plan_id } = await create('dns-ntp-rollout', change);
      const { approval_token } = await lab.plans.approve(plan_id, lab.call());
      const router = lab.routers[0]!;
      const other = await lab.join({
        wrap: (fleet) => ({
          connect: (device) => {
            const real = fleet.connect(device);
            const run: typeof real.run = (command, ...rest) => {
              if (command.startsWith('/system/ntp')) router.swallowWrites(true);
              return real.run(command, ...rest);
            };
            return { ...real, run };
          },
        }),
      });
      const fault = await faultOf(other.plans.apply(plan_id, approval_token, other.call()));
      router.swallowWrites(false);
      expect([fault.reason, fault.effect]).toEqual(['DEVICE_UNREACHABLE', 'none']);
      expect([servers('/ip/dns'), servers('/system/ntp/client')]).toEqual(before);
    });
  });

  describe('on a device that accepts changes and makes none', () => {
    const plans: [PlanKind, NewPlan['change'], object][] = [
      [
        'static-route',
        { action: 'add', dst_address: '172.16.9.0/24', gateway: '10.10.2.9' },
        { expected: '172.16.9.0/24 via 10.10.2.9', actual: 'not there' },
      ],
      [
        'static-route',
        { action: 'remove', dst_address: '172.16.8.0/24' },
        { expected: 'not there', actual: '172.16.8.0/24 via 10.10.2.8 distance=1' },
      ],
      [
        'firewall-rule',
        { action: 'add', chain: 'forward', rule_action: 'drop', src_address: '203.0.113.9' },
        { expected: 'forward drop src-address=203.0.113.9', actual: 'not there' },
      ],
      [
        'firewall-rule',
        { action: 'remove', id: '*5' },
        { expected: 'not there', actual: '*5 forward drop connection-state=invalid' },
      ],
      [
        'dns-ntp-rollout',
        { dns_servers: ['9.9.9.10'] },
        { expected: '9.9.9.10', actual: '1.1.1.1,8.8.8.8' },
      ],
    ];
    beforeAll(() => {
      const route = { 'dst-address': '172.16.8.0/24', gateway: '10.10.2.8' };
      lab.routers[0]!.state.add('/ip/route', route);
    });

    it.each(plans)('%s %j is DEVICE_ERROR with both values', async (kind, change, values) => {
      const { plan_id } = await create(kind, change);
      const { approval_token } = await lab.plans.approve(plan_id, lab.call());
      lab.routers[0]!.ignoreWrites(true);
      const fault = await faultOf(lab.plans.apply(plan_id, approval_token, lab.call()));
      lab.routers[0]!.ignoreWrites(false);
      expect(fault).toMatchObject({ reason: 'DEVICE_ERROR', effect: 'none', context: values });
      expect((await lab.plans.get(plan_id)).status).toBe('rolled_back');
    });

    it.each(plans)('%s %j is not rolled back', async (kind, change) => {
      const { plan_id } = await apply(kind, change);
      lab.routers[0]!.ignoreWrites(true);
      const fault = await faultOf(lab.plans.rollback(plan_id, lab.call()));
      lab.routers[0]!.ignoreWrites(false);
      expect(fault).toMatchObject({ reason: 'DEVICE_ERROR', effect: 'unknown' });
      expect(fault.context).toMatchObject({
        expected: expect.any(String),
        actual: expect.any(String),
      });
      expect(await lab.plans.get(plan_id)).toMatchObject({
        status: 'failed',
        outcomes: [{ state: 'rollback_failed' }],
      });
      expect((await lab.plans.rollback(plan_id, lab.call())).status).toBe('rolled_back');
    });
  });

  it.each<[PlanKind, NewPlan['change'], string]>([
    ['static-route', {}, 'change.action'],
    ['static-route', { action: 'add', dst_address: '192.0.2.0/24' }, 'change.gateway'],
    ['static-route', { action: 'remove', dst_address: '192.0.2.1/24' }, 'change.dst_address'],
    [
      'static-route',
      { action: 'remove', dst_address: '192.0.2.0/24', dns_servers: [] },
      'change.dns_servers',
    ],
    ['firewall-rule', { action: 'add', rule_action: 'drop' }, 'change.chain'],
    ['firewall-rule', { action: 'remove' }, 'change.id'],
    [
      'firewall-rule',
      { action: 'add', chain: 'input', rule_action: 'log', dst_port: '1' },
      'change.protocol',
    ],
    [
      'firewall-rule',
      { action: 'add', chain: 'input', rule_action: 'log', src_address: '::1' },
      'change.src_address',
    ],
    ['dns-ntp-rollout', {}, 'change.dns_servers'],
    ['dns-ntp-rollout', { dns_servers: ['9.9.9.9', '9.9.9.9'] }, 'change.dns_servers'],
    ['dns-ntp-rollout', { ntp_servers: ['a.test', 'A.test'] }, 'change.ntp_servers'],
    [
      'static-route',
      { action: 'add', dst_address: '192.0.2.0/24', gateway: 'ether1', comment: 'a\u0085b' },
      'change.comment',
    ],
    [
      'static-route',
      { action: 'remove', dst_address: '192.0.2.0/24', comment: 'a\ud800' },
      'change.comment',
    ],
    ['dns-ntp-rollout', { dns_servers: ['dns.example'] }, 'change.dns_servers.0'],
    ['dns-ntp-rollout', { ntp_servers: ['192.168.1.999'] }, 'change.ntp_servers.0'],
  ])('of kind %s refuse %j by naming %s', async (kind, change, field) => {
    const fault = await faultOf(create(kind, change));
    expect(fault.reason).toBe('VALIDATION_ERROR');
    const data = routerosContract.data(fault, { era: '2025-11-25' });
    const { errors } = data as { errors: { field: string }[] };
    expect(errors.map((error) => error.field)).toContain(field);
  });

  it.each<[PlanKind, NewPlan['change'], string]>([
    [
      'static-route',
      { action: 'add', dst_address: '198.51.100.0/24', gateway: '192.0.2.1' },
      'add route 198.51.100.0/24 via 192.0.2.1',
    ],
    [
      'static-route',
      { action: 'add', dst_address: '::/8', gateway: 'e1', distance: 5, comment: 'to a lab' },
      'add route ::/8 via e1 distance=5 comment="to a lab"',
    ],
    [
      'static-route',
      { action: 'remove', dst_address: '198.51.100.0/24' },
      'remove route 198.51.100.0/24',
    ],
    [
      'firewall-rule',
      { action: 'add', protocol: 'tcp', dst_port: '22', rule_action: 'drop', chain: 'input' },
      'add firewall rule chain=input action=drop protocol=tcp dst_port=22',
    ],
    ['firewall-rule', { action: 'remove', id: '*A' }, 'remove firewall rule *A'],
    [
      'dns-ntp-rollout',
      { dns_servers: ['9.9.9.9', '149.112.112.112'], ntp_servers: ['pool.ntp.org'] },
      'dns_servers 9.9.9.9, 149.112.112.112; ntp_servers pool.ntp.org',
    ],
  ])('of kind %s say of %j what is wanted', (kind, change, words) => {
    expect(changeKind(kind).describe(changeKind(kind).schema.parse(change))).toBe(words);
  });

  it('refuse a device that is named twice', async () => {
    const twice = create('dns-ntp-rollout', { dns_servers: ['9.9.9.9'] }, ['dev-1', 'dev-1']);
    expect((await faultOf(twice)).context).toMatchObject({ expected: 'Every device once' });
  });
});
