import { describe, expect, it } from 'vitest';
import { Trap } from '../trap.js';
import { matches, pick } from './request.js';

const row = { name: 'ether1', type: 'ether', mtu: '1500', disabled: 'false' };

describe('queries', () => {
  it.each<[string[], boolean]>([
    [[], true],
    [['type=ether'], true],
    [['=type=ether'], true],
    [['?type=ether'], true],
    [['type=bridge'], false],
    [['type=ether', 'mtu=9000'], false],
    [['type=bridge', 'type=ether', '#|'], true],
    [['type=bridge', 'type=ether', '#&'], false],
    [['type=bridge', '#!'], true],
    [['type=bridge', 'type=vlan', '#|!'], true],
    [['comment'], false],
    [['name'], true],
    [['-comment'], true],
    [['-name'], false],
    [['>mtu=900'], true],
    [['<mtu=900'], false],
    [['<name=zz'], true],
    [['>comment=a'], false],
    [['constructor'], false],
  ])('%j: %s', (words, expected) => {
    expect(matches(words, row)).toBe(expected);
  });

  it.each([[['#!']], [['name', '#&']], [['name', 'type', '#?']]])('refuses %j', (words) => {
    expect(() => matches(words, row)).toThrow(Trap);
  });

  it('picks the members that are wanted', () => {
    expect(pick(row, undefined)).toBe(row);
    expect(pick(row, ['mtu', 'name', 'toString'])).toEqual({ name: 'ether1', mtu: '1500' });
  });
});
