import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contains,
  isAddress,
  isDefaultRoute,
  overlaps,
  parseCidr,
  type Cidr,
} from './addresses.js';

const cidr = (text: string): Cidr => {
  const parsed = parseCidr(text);
  if (parsed === undefined) throw new Error(`${text} is no network`);
  return parsed;
};

describe('parseCidr', () => {
  it.each([
    ['192.0.2.1/24', { family: 4, address: 0xc0000201n, prefix: 24 }],
    ['192.0.2.1', { family: 4, address: 0xc0000201n, prefix: 32 }],
    ['0.0.0.0/0', { family: 4, address: 0n, prefix: 0 }],
    ['255.255.255.255/32', { family: 4, address: 0xffff_ffffn, prefix: 32 }],
    ['::/0', { family: 6, address: 0n, prefix: 0 }],
    ['::1', { family: 6, address: 1n, prefix: 128 }],
    ['2001:db8::1/64', { family: 6, address: (0x20010db8n << 96n) | 1n, prefix: 64 }],
    [
      '1:2:3:4:5:6:7::',
      { family: 6, address: 0x1_0002_0003_0004_0005_0006_0007_0000n, prefix: 128 },
    ],
    ['::ffff:192.0.2.1', { family: 6, address: 0xffff_c000_0201n, prefix: 128 }],
    ['::255.255.0.1', { family: 6, address: 0xffff_0001n, prefix: 128 }],
  ])('reads %s', (text, expected) => {
    expect(parseCidr(text)).toEqual(expected);
  });

  it.each([
    '',
    '/',
    '/24',
    '192.168.1.999',
    '192.168.1',
    '192.168.1.1/',
    '192.168.1.1/33',
    '192.168.1.1/-1',
    '192.168.1.1/2 4',
    '192.168.1.1/24/24',
    '192.168.1.1/1e1',
    '::/129',
    ':::',
    '1::2::3',
    'fe80::1%eth0',
    'router.lan',
    ' 10.0.0.1',
    '010.0.0.1',
    '10.0.0.1/0x8',
  ])('does not take %j', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});

describe('isAddress', () => {
  it('takes addresses of both families, and nothing with a prefix', () => {
    expect(['10.0.0.1', '2001:db8::1'].every(isAddress)).toBe(true);
    expect(['10.0.0.1/32', '10.0.0', 'x'].some(isAddress)).toBe(false);
  });
});

describe('contains and overlaps', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.7/24', '10.0.0.200', true],
    ['10.0.0.0/24', '10.0.1.0', false],
    ['10.0.0.0/25', '10.0.0.128', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['::/0', '10.0.0.1', false],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/64', '2001:db8:0:1::1', false],
    ['10.0.0.0/24', '10.0.0.0/23', false],
    ['10.0.0.0/24', 'nonsense', false],
  ])('%s contains %s: %s', (outer, inner, expected) => {
    expect(contains(cidr(outer), inner)).toBe(expected);
  });

  it('agrees with counting every address of small networks', () => {
    const network = fc.record({ host: fc.nat(255), prefix: fc.integer({ min: 24, max: 32 }) });
    const members = ({ host, prefix }: { host: number; prefix: number }) => {
      const size = 2 ** (32 - prefix);
      const start = Math.floor(host / size) * size;
      return new Set(Array.from({ length: size }, (_, index) => start + index));
    };
    for (const [before, shift] of [
      ['10.9.8.', 0],
      ['2001:db8::', 96],
    ] as const) {
      const write = ({ host, prefix }: { host: number; prefix: number }) =>
        cidr(`${before}${shift === 0 ? host : host.toString(16)}/${prefix + shift}`);
      fc.assert(
        fc.property(network, network, (a, b) => {
          const [left, right] = [members(a), members(b)];
          expect(contains(write(a), write(b))).toBe([...right].every((one) => left.has(one)));
          expect(overlaps(write(a), write(b))).toBe([...right].some((one) => left.has(one)));
        }),
      );
    }
  });

  it('agrees with comparing bits one by one, over whole addresses', () => {
    const bits = fc.array(fc.boolean(), { minLength: 128, maxLength: 128 });
    const write = (all: readonly boolean[], length: number) => {
      const groups = Array.from({ length: 8 }, (_, group) =>
        parseInt(
          all
            .slice(group * 16, group * 16 + 16)
            .map(Number)
            .join(''),
          2,
        ).toString(16),
      );
      return cidr(`${groups.join(':')}/${length}`);
    };
    fc.assert(
      fc.property(bits, bits, fc.nat(128), fc.nat(128), fc.nat(128), (a, other, m, n, shared) => {
        const b = [...a.slice(0, shared), ...other.slice(shared)];
        const same = (count: number) => a.slice(0, count).every((bit, index) => bit === b[index]);
        expect(contains(write(a, m), write(b, n))).toBe(m <= n && same(m));
        expect(overlaps(write(a, m), write(b, n))).toBe(same(Math.min(m, n)));
      }),
    );
  });

  it('a family never contains the other', () => {
    expect(overlaps(cidr('0.0.0.0/0'), cidr('::/0'))).toBe(false);
  });
});

describe('isDefaultRoute', () => {
  it('a default route is everything, however it is written', () => {
    expect(['0.0.0.0/0', '10.0.0.1/0', '::/0'].map(cidr).every(isDefaultRoute)).toBe(true);
    expect(['0.0.0.0/1', '::/1', '0.0.0.0'].map(cidr).some(isDefaultRoute)).toBe(false);
  });
});
