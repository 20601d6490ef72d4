import { describe, expect, it } from 'vitest';
import { parseCidr } from './addresses.js';
import { mayMatch } from './may-match.js';

const at = (text: string) => parseCidr(text)!;
const connection = { device: [at('10.0.0.1')], service: [at('10.0.9.9')], port: 8443 };
const input = { chain: 'input' };
const output = { chain: 'output' };
const listed = (...addresses: readonly string[]) => ({
  lists: new Map([['some', addresses.map((address) => ({ list: 'some', address }))]]),
});

describe('the management connection', () => {
  it.each([
    ['everything', input],
    ['its port', { ...input, protocol: 'tcp', 'dst-port': '8443' }],
    ['a range with its port', { ...input, protocol: 'tcp', 'dst-port': '22,8000-9000' }],
    ['its protocol by number', { ...input, protocol: '6' }],
    ['all but some other protocol', { ...input, protocol: '!udp' }],
    ['the network of the service', { ...input, 'src-address': '10.0.9.0/24' }],
    ['a range with the service', { ...input, 'src-address': '10.0.9.1-10.0.9.9' }],
    ['the address of the device', { ...input, 'dst-address': '10.0.0.1' }],
    ['all but some other network', { ...input, 'src-address': '!192.0.2.0/24' }],
    ['all but some other port', { ...input, protocol: 'tcp', 'dst-port': '!22' }],
    ['an unknown form', { ...input, 'src-address': '10.0.9.9,10.0.9.8' }],
    ['a list whose entries are unknown', { ...input, 'src-address-list': 'some' }],
    ['a matcher that is new', { ...input, 'layer7-protocol': 'x' }],
    ['all that the device sends', output],
    ['what the device sends to the service', { ...output, 'dst-address': '10.0.9.9' }],
    [
      'what the device sends to some ports',
      { ...output, protocol: 'tcp', 'dst-port': '1024-30000' },
    ],
  ])('is matched by a rule for %s', (_, rule) => {
    expect(mayMatch(rule, connection)).toBe(true);
  });

  it.each([
    ['another protocol', { ...input, protocol: 'udp' }],
    ['all but its protocol', { ...input, protocol: '!tcp' }],
    ['another port', { ...input, protocol: 'tcp', 'dst-port': '22,80-90' }],
    ['another network', { ...input, 'src-address': '192.0.2.0/24' }],
    ['a range beside the service', { ...input, 'src-address': '10.0.9.10-10.0.9.20' }],
    ['all but the network of the service', { ...input, 'src-address': '!10.0.9.0/24' }],
    ['another address of the device', { ...input, 'dst-address': '10.0.0.2' }],
    ['forwarded packets', { chain: 'forward' }],
    ['what the device asks others', { ...output, protocol: 'tcp', 'dst-port': '53' }],
    ['what the device sends elsewhere', { ...output, 'dst-address': '192.0.2.1' }],
  ])('is not matched by a rule for %s', (_, rule) => {
    expect(mayMatch(rule, connection)).toBe(false);
  });

  it.each([
    [['192.0.2.0/24', '10.0.0.0/8'], true, false],
    [['10.0.9.9'], true, false],
    [['10.0.9.0-10.0.9.255'], true, false],
    [['192.0.2.0/24'], false, true],
    [['10.0.9.10-10.0.9.20'], false, true],
    [['office.example'], true, true],
    [[], false, true],
  ])('with %j in a list: matched by it %s, by all else %s', (addresses, inside, outside) => {
    const rule = (list: string) => ({ ...input, 'src-address-list': list });
    expect(mayMatch(rule('some'), connection, listed(...addresses))).toBe(inside);
    expect(mayMatch(rule('!some'), connection, listed(...addresses))).toBe(outside);
  });

  it('is not in a list by an entry that is disabled', () => {
    const entry = { list: 'some', address: '10.0.9.9', disabled: 'true' };
    const lists = new Map([['some', [entry]]]);
    const rule = { ...input, 'src-address-list': 'some' };
    expect(mayMatch(rule, connection, { lists })).toBe(false);
  });

  it('is looked for in the lists of both ends', () => {
    const rule = { ...input, 'dst-address-list': 'some' };
    expect(mayMatch(rule, connection, listed('10.0.0.1'))).toBe(true);
    expect(mayMatch(rule, connection, listed('10.0.9.9'))).toBe(false);
    expect(mayMatch({ ...rule, chain: 'output' }, connection, listed('10.0.9.9'))).toBe(true);
  });

  it('comes through chains that others jump to, and through no others', () => {
    const jump = { chain: 'input', action: 'jump', 'jump-target': 'first' };
    const onward = { chain: 'first', action: 'jump', 'jump-target': 'second' };
    const around = { chain: 'second', action: 'jump', 'jump-target': 'first' };
    const rule = { chain: 'second', action: 'accept', 'src-address': '10.0.9.9' };
    expect(mayMatch(rule, connection, { rules: [jump, onward, around, rule] })).toBe(true);
    expect(mayMatch(rule, connection, { rules: [onward, around, rule] })).toBe(false);
    const off = { ...jump, disabled: 'true' };
    expect(mayMatch(rule, connection, { rules: [off, onward, rule] })).toBe(false);
    const elsewhere = { ...jump, chain: 'forward' };
    expect(mayMatch(rule, connection, { rules: [elsewhere, onward, rule] })).toBe(false);
  });

  it('may match every address where that of the service is unknown', () => {
    const unknown = { ...connection, service: [] };
    expect(mayMatch({ ...input, 'src-address': '192.0.2.1' }, unknown)).toBe(true);
    expect(mayMatch({ ...input, 'src-address-list': 'some' }, unknown, listed())).toBe(true);
  });
});
