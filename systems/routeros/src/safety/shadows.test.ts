import { describe, expect, it } from 'vitest';
import type { Row } from '../device/fleet.js';
import { findShadows } from './shadows.js';

const wanted: Row = {
  chain: 'forward',
  action: 'accept',
  protocol: 'tcp',
  'dst-port': '443,8443',
  'src-address': '192.0.2.0/25',
};
const rule = (row: Row): Row => ({ chain: 'forward', action: 'drop', ...row });
const shadowsOf = (rows: readonly Row[], of: Row = wanted) =>
  findShadows(
    of,
    rows.map((row, at) => ({ '.id': `*${at + 1}`, ...row })),
  ).map((shadow) => `${shadow.rule['.id']} ${shadow.all ? 'all' : 'part'}`);

describe('findShadows', () => {
  it.each<[string, Row]>([
    ['a drop of everything', {}],
    ['the same traffic, by a reject', { ...wanted, action: 'reject' }],
    ['more addresses', { 'src-address': '192.0.0.0/16' }],
    ['a range of addresses', { 'src-address': '192.0.2.0-192.0.2.127' }],
    ['all but other addresses', { 'src-address': '!198.51.100.0/24' }],
    ['more ports', { protocol: 'tcp', 'dst-port': '1-1023,8000-9000' }],
    ['all but another protocol', { protocol: '!udp' }],
    ['an accept of the same', { ...wanted }],
    ['counters and a comment', { comment: 'x', bytes: '1', packets: '2', log: 'true' }],
  ])('finds %s', (_, row) => {
    expect(shadowsOf([rule(row)])).toEqual(['*1 all']);
  });

  it.each<[string, Row]>([
    ['part of the addresses', { 'src-address': '192.0.2.7' }],
    ['part of the ports', { protocol: 'tcp', 'dst-port': '443' }],
    ['a protocol by its number', { protocol: '6' }],
    ['an interface list', { 'in-interface-list': '!LAN' }],
    ['a state', { 'connection-state': 'invalid' }],
    ['an unknown matcher', { 'connection-nat-state': '!dstnat' }],
    ['a name in place of an address', { 'src-address': 'x.example' }],
  ])('says that %s is a part', (_, row) => {
    expect(shadowsOf([rule(row)])).toEqual(['*1 part']);
  });

  it.each<[string, Row]>([
    ['another chain', { chain: 'input' }],
    ['other addresses', { 'src-address': '198.51.100.0/24' }],
    ['all but these addresses', { 'src-address': '!192.0.2.0/24' }],
    ['other ports', { protocol: 'tcp', 'dst-port': '22,80-442' }],
    ['another protocol', { protocol: 'udp' }],
    ['a disabled rule', { disabled: 'true' }],
    ['an invalid rule', { invalid: 'true' }],
    ['a log', { action: 'log' }],
    ['an accept of a part', { action: 'accept', 'src-address': '192.0.2.7' }],
  ])('passes over %s', (_, row) => {
    expect(shadowsOf([rule(row)])).toEqual([]);
  });

  it('reports parts in front, and stops at the first that takes all', () => {
    const rows = [rule({ limit: '1,5:packet' }), rule({}), rule({})];
    expect(shadowsOf(rows)).toEqual(['*1 part', '*2 all']);
  });

  it('tells what keeps a drop from its traffic', () => {
    const drop = { ...wanted, action: 'drop' };
    const rows = [rule({ action: 'accept', 'connection-state': 'established,related' })];
    expect(shadowsOf([...rows, rule({ action: 'accept' })], drop)).toEqual(['*1 part', '*2 all']);
  });

  it('does not take a rate for the rule that has the same', () => {
    expect(shadowsOf([rule({ limit: '1' })], { ...wanted, limit: '1' })).toEqual(['*1 part']);
  });

  describe('follows a jump', () => {
    const jump = (row: Row = {}) => rule({ action: 'jump', 'jump-target': 'wan', ...row });

    it('to a rule that takes all', () => {
      expect(shadowsOf([rule({ chain: 'wan' }), jump()])).toEqual(['*1 all']);
    });

    it('with a part of the traffic', () => {
      const rows = [jump({ 'in-interface': 'ether1' }), rule({ chain: 'wan' })];
      expect(shadowsOf(rows)).toEqual(['*2 part']);
    });

    it('that returns', () => {
      const back = rule({ chain: 'wan', action: 'return' });
      expect(shadowsOf([jump(), back, rule({ chain: 'wan' })])).toEqual([]);
      const some = { ...back, 'src-address': '192.0.2.7' };
      expect(shadowsOf([jump(), some, rule({ chain: 'wan' })])).toEqual(['*3 part']);
    });

    it('no longer than it has to, whatever chains jump to one another', () => {
      const names = Array.from({ length: 40 }, (_, at) => `c${at}`);
      const rows = ['forward', ...names].flatMap((chain) =>
        names.map((target) => ({ chain, action: 'jump', 'jump-target': target })),
      );
      expect(shadowsOf(rows)).toEqual([]);
    });

    it('that leads back, without end', () => {
      const back = rule({ chain: 'wan', action: 'jump', 'jump-target': 'forward' });
      expect(shadowsOf([jump(), back])).toEqual([]);
    });
  });
});
