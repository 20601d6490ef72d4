import { openedForAll } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { startLab } from '../../lab/testing/start-lab.js';
import { listAddressLists, listNat, listRules } from './firewall.js';

const lab = openedForAll(() => startLab());

const items = (facts: Record<string, unknown>) => facts['items'] as Record<string, unknown>[];

describe('firewall/list-rules', () => {
  it('gives the rules in the order in which the device tries them', async () => {
    const { lines, facts } = await lab.call(listRules);
    expect(lines.slice(0, 4)).toEqual([
      'Firewall rules of dev-lab-01: 5, 0 disabled',
      '*1 input accept connection-state=established,related "known"',
      '*2 input accept protocol=tcp dst-port=443 "management"',
      '*3 input drop src-address-list=mcp-blocklist "blocked"',
    ]);
    expect(items(facts)[1]).toMatchObject({
      id: '*2',
      chain: 'input',
      action: 'accept',
      protocol: 'tcp',
      dst_port: '443',
      src_address: null,
      disabled: false,
      comment: 'management',
    });
  });

  it('gives one chain where asked', async () => {
    const { lines, facts } = await lab.call(listRules, { chain: 'forward' });
    expect(lines[0]).toBe('Firewall rules of dev-lab-01 in chain forward: 2, 0 disabled');
    expect(items(facts).map(({ chain }) => chain)).toEqual(['forward', 'forward']);
  });

  it('shows every condition that the device sent, also those it does not know', async () => {
    const own = await startLab();
    try {
      const add = (row: Record<string, string>) =>
        own.router.state.add('/ip/firewall/filter', { chain: 'forward', ...row });
      add({ action: 'drop', 'connection-nat-state': '!dstnat', 'in-interface-list': 'WAN' });
      add({ action: 'jump', 'jump-target': 'guests', 'src-mac-address': '!48:A9:8A:00:00:01' });
      const { lines, facts } = await own.call(listRules);
      expect(lines.slice(6)).toEqual([
        '*6 forward drop in-interface-list=WAN connection-nat-state=!dstnat',
        '*7 forward jump src-mac-address=!48:A9:8A:00:00:01 jump-target=guests',
      ]);
      expect(items(facts)[5]).toMatchObject({
        in_interface_list: 'WAN',
        matchers: { 'connection-nat-state': '!dstnat' },
        action_options: {},
      });
      expect(items(facts)[6]).toMatchObject({
        matchers: { 'src-mac-address': '!48:A9:8A:00:00:01' },
        action_options: { 'jump-target': 'guests' },
      });
    } finally {
      await own.close();
    }
  });

  it('keeps a foreign comment on its line', async () => {
    const own = await startLab();
    try {
      const router = own.services.fleet.connect(own.device);
      const comment = 'a\n*1 input accept\u202e everything';
      await router.create('/ip/firewall/filter', { chain: 'input', action: 'drop', comment });
      const { lines } = await own.call(listRules);
      expect(lines).toHaveLength(7);
      expect(lines[6]).toBe('*6 input drop "a *1 input accept everything"');
    } finally {
      await own.close();
    }
  });
});

describe('firewall/list-nat', () => {
  it('reports where the traffic goes', async () => {
    const own = await startLab();
    try {
      const router = own.services.fleet.connect(own.device);
      await router.create('/ip/firewall/nat', {
        chain: 'dstnat',
        action: 'dst-nat',
        protocol: 'tcp',
        'dst-port': '8443',
        'to-addresses': '10.0.0.20',
        'to-ports': '443',
        disabled: 'true',
      });
      const { lines, facts } = await own.call(listNat);
      expect(lines).toEqual([
        'NAT rules of dev-lab-01: 2, 1 disabled',
        '*1 srcnat masquerade out-interface=ether2 "to the uplink"',
        '*2 dstnat dst-nat protocol=tcp dst-port=8443 to-addresses=10.0.0.20 to-ports=443 (disabled)',
      ]);
      expect(items(facts)[1]).toMatchObject({ to_addresses: '10.0.0.20', to_ports: '443' });
    } finally {
      await own.close();
    }
  });
});

describe('firewall/list-address-lists', () => {
  it('names the lists with their numbers of entries', async () => {
    const { lines, facts } = await lab.call(listAddressLists);
    expect(lines[0]).toBe(
      'Address list entries of dev-lab-01: 2; lists: mcp-blocklist (1), office (1)',
    );
    expect(lines[1]).toBe('*1 mcp-blocklist 198.51.100.7 "scanner"');
    expect(facts['lists']).toEqual([
      { name: 'mcp-blocklist', entries: 1 },
      { name: 'office', entries: 1 },
    ]);
  });

  it('gives one list where asked, also one that is empty', async () => {
    const { facts } = await lab.call(listAddressLists, { list: 'office' });
    expect(items(facts).map(({ list }) => list)).toEqual(['office']);
    const none = await lab.call(listAddressLists, { list: 'mcp-none' });
    expect(none.lines).toEqual(['Address list entries of dev-lab-01 in list mcp-none: 0']);
  });
});
