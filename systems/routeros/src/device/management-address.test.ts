import { describe, expect, it } from 'vitest';
import { describeAddress, expectedAddress, parseAddress } from './management-address.js';

describe('a management address', () => {
  it.each([
    ['192.168.1.1', '192.168.1.1', 443],
    ['192.168.1.1:8443', '192.168.1.1', 8443],
    ['router-1.example.net', 'router-1.example.net', 443],
    ['[2001:db8::1]', '2001:db8::1', 443],
    ['[2001:db8::1]:8443', '2001:db8::1', 8443],
  ])('reads %s', (text, host, port) => {
    expect(parseAddress(text)).toEqual({ host, port });
  });

  it.each([
    ['', /expected host/],
    ['2001:db8::1', /brackets/],
    ['[192.168.1.1]', /expected an IPv6 address in brackets/],
    ['[zz::1]', /expected host/],
    ['router:0', /1 to 65535/],
    ['router:65536', /1 to 65535/],
    ['router:', /expected host/],
    ['https://router', /expected host or host:port, without https:\/\/ or a path/],
    ['admin:pw@router', /expected host/],
    ['router/rest', /without https:\/\/ or a path/],
    ['ro uter', /expected host/],
  ])('refuses %j and says why', (text, why) => {
    expect(() => parseAddress(text)).toThrow(why);
  });

  it('is described by what is expected', () => {
    expect(expectedAddress('192.168.1.1:443')).toBeUndefined();
    expect(expectedAddress('https://192.168.1.1')).toBe(
      'host or host:port, without https:// or a path (e.g., 192.168.1.1:443)',
    );
  });

  it('is written with its port, IPv6 in brackets', () => {
    expect(describeAddress({ host: '10.0.0.1', port: 443 })).toBe('10.0.0.1:443');
    expect(describeAddress({ host: '2001:db8::1', port: 8443 })).toBe('[2001:db8::1]:8443');
  });
});
