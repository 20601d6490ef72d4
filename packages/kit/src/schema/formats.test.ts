import { describe, expect, it } from 'vitest';
import { FORMATS } from './formats.js';

const TEXTS: Readonly<Record<string, { fits: readonly string[]; refuses: readonly string[] }>> = {
  'date-time': {
    fits: [
      '2024-02-29T00:00:00Z',
      '2024-12-31t23:59:59.123456789+14:00',
      '2016-12-31T23:59:60Z',
      '2017-01-01T08:59:60+09:00',
    ],
    refuses: [
      '2023-02-29T00:00:00Z',
      '2024-01-01 00:00:00Z',
      '2024-01-01T24:00:00Z',
      '2024-01-01T00:00:00',
      '2024-01-01T00:60:00Z',
      '2024-01-01T12:00:60Z',
      '2024-01-01T00:00:00+24:00',
      '2024-01-01T00:00:00Z\n',
      '',
    ],
  },
  date: {
    fits: ['2000-02-29', '0001-01-01', '2024-12-31'],
    refuses: [
      '1900-02-29',
      '2024-00-01',
      '2024-13-01',
      '2024-04-31',
      '2024-1-1',
      '2024-01-01Z',
      ' 2024-01-01',
    ],
  },
  email: {
    fits: [
      'a@b',
      'a.b+c@sub.example.com',
      '"a b"@example.com',
      'a@[192.0.2.1]',
      'a@[IPv6:2001:db8::1]',
    ],
    refuses: [
      'a',
      '@b',
      'a@',
      'a..b@c',
      '.a@b',
      'a@b..c',
      'a@-b',
      'a b@c',
      'a@[192.0.2.999]',
      'a@[2001:db8::1]',
      'a@b, c@d',
    ],
  },
  uri: {
    fits: [
      'https://example.com:8080/a/b?c=d#e',
      'urn:isbn:1',
      'mailto:a@b',
      'file:///a%20b',
      'http://u:p@[2001:db8::1]:80/',
      'x://',
    ],
    refuses: [
      '',
      'a/b',
      '//example.com',
      '1a:b',
      'http://a b',
      'http://a/%zz',
      'http://a/ä',
      'http://a:b/',
      'http://[::1',
      'http://[x]/',
      'http://a/[b]',
      'http://a/#b#c',
      'http://a@b@c/',
    ],
  },
  uuid: {
    fits: ['00000000-0000-0000-0000-000000000000', '2EB8aa08-aa98-11ea-b4aa-73b441d16380'],
    refuses: [
      '2eb8aa08aa9811eab4aa73b441d16380',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
      '2eb8aa08-aa98-11ea-b4aa-73b441d1638g',
      '{2eb8aa08-aa98-11ea-b4aa-73b441d16380}',
    ],
  },
  ipv4: {
    fits: ['0.0.0.0', '255.255.255.255'],
    refuses: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4/8', '0x1.2.3.4', ''],
  },
  ipv6: {
    fits: ['::', '::1', '2001:db8::7', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8'],
    refuses: ['1::2::3', '1:2:3:4:5:6:7', '::g', '12345::', 'fe80::1%eth0', '[::1]', '192.0.2.1'],
  },
};

describe('the formats', () => {
  it('are these', () => {
    expect([...FORMATS.keys()].sort()).toEqual(Object.keys(TEXTS).sort());
  });

  it.each(Object.entries(TEXTS))('%s', (name, { fits, refuses }) => {
    const format = FORMATS.get(name)!;
    expect(fits.filter((text) => !format.fits(text))).toEqual([]);
    expect(refuses.filter((text) => format.fits(text))).toEqual([]);
  });

  it('are read in time that grows with the text only', () => {
    for (const { fits } of FORMATS.values()) {
      for (const text of ['a', '.', ':', '@', '"', '1', '0:', 'a.', '%41', 'a@', 'http://']) {
        expect(fits(`${text.repeat(100_000)}\n`)).toBe(false);
      }
    }
  });
});
