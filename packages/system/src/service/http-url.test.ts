import { describe, expect, it } from 'vitest';
import { hostAndPort, httpUrl } from './http-url.js';
import { hostsOf } from './hosts-of.js';

describe('the url of a port', () => {
  it('has brackets around an address of IPv6', () => {
    expect(hostAndPort('127.0.0.1', 80)).toBe('127.0.0.1:80');
    expect(hostAndPort('::1', 80)).toBe('[::1]:80');
    expect(httpUrl('::1', 8080, '/mcp')).toBe('http://[::1]:8080/mcp');
    expect(httpUrl('localhost', 8080)).toBe('http://localhost:8080');
  });
});

describe('the hosts of a service', () => {
  it('are the loopback and the one that clients know', () => {
    const known = ['localhost', '127.0.0.1', '[::1]', 'memory.example.com'];
    expect(hostsOf('https://memory.example.com:8443/mcp')).toEqual(known);
    expect(hostsOf(undefined)).toBeUndefined();
  });
});
