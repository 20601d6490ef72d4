import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressAfter, inNetwork, parsePrefix } from './values.js';

describe('IPv4 prefixes', () => {
  it.each([
    ['10.1.2.3/24', { address: '10.1.2.3', length: 24, network: '10.1.2.0' }],
    ['255.255.255.255', { address: '255.255.255.255', length: 32, network: '255.255.255.255' }],
    ['9.9.9.9/0', { address: '9.9.9.9', length: 0, network: '0.0.0.0' }],
  ])('reads %s', (text, prefix) => {
    expect(parsePrefix(text)).toEqual(prefix);
  });

  it.each(['', '10.0.0.1/33', '10.0.0.256/24', '10.0.0.1/24/1', '10.0.0.1/', '::1/64', 'x'])(
    'does not read "%s"',
    (text) => {
      expect(parsePrefix(text)).toBeUndefined();
    },
  );

  it('agrees with Node on what lies in a network', () => {
    const near = fc.tuple(fc.ipV4(), fc.ipV4(), fc.nat({ max: 32 }), fc.nat({ max: 300 }));
    fc.assert(
      fc.property(near, ([base, other, length, steps]) => {
        const prefix = parsePrefix(`${base}/${length}`);
        if (prefix === undefined) return false;
        const blocks = new BlockList();
        blocks.addSubnet(base, length, 'ipv4');
        return [other, addressAfter(base, steps)].every(
          (address) => blocks.check(address, 'ipv4') === inNetwork(address, prefix),
        );
      }),
    );
  });
});
