import { describe, expect, it } from 'vitest';
import { isLoopback, parseTarget, toCommand } from './check-targets.js';

describe('a target', () => {
  it.each([
    ['http://127.0.0.1:3000/mcp', { kind: 'http', url: 'http://127.0.0.1:3000/mcp' }],
    ['https://localhost/mcp', { kind: 'http', url: 'https://localhost/mcp' }],
    ['http://[::1]:3000/', { kind: 'http', url: 'http://[::1]:3000/' }],
    ['tcp://127.0.0.1:4000', { kind: 'tcp', host: '127.0.0.1', port: 4000 }],
    ['tcp://[::1]:4000', { kind: 'tcp', host: '::1', port: 4000 }],
    ['node server.js --flag', { kind: 'stdio', command: 'node', args: ['server.js', '--flag'] }],
    [
      `node "my server.js" 'a b' c\\ d ""`,
      { kind: 'stdio', command: 'node', args: ['my server.js', 'a b', 'c d', ''] },
    ],
  ])('%s is understood', (text, target) => {
    expect(parseTarget(text)).toEqual({ name: text, ...target });
  });

  it.each([
    ['http://example.com/mcp', '--allow-host example.com'],
    ['http://192.168.0.1/mcp', '--allow-host 192.168.0.1'],
    ['http://127.0.0.1.example.com/', '--allow-host'],
    ['tcp://10.0.0.1:80', '--allow-host 10.0.0.1'],
    ['tcp://127.0.0.1', 'has no port'],
    ['http://user:pass@127.0.0.1/', '--header'],
    ['ftp://127.0.0.1/', 'neither'],
    ['http://', 'no address'],
    ['node "x', 'not closed'],
    ['   ', 'empty'],
    ['', 'empty'],
  ])('%s is refused with a reason', (text, why) => {
    expect(() => parseTarget(text)).toThrow(why);
  });

  it('may be elsewhere when its host is named', () => {
    const target = parseTarget('http://mcp.example.com/x', { allowHosts: ['mcp.example.com'] });
    expect(target).toMatchObject({ kind: 'http', url: 'http://mcp.example.com/x' });
  });

  it('is a command whose words are not split again', () => {
    expect(toCommand(['node', 'a b.js'])).toEqual({
      kind: 'stdio',
      name: 'node a b.js',
      command: 'node',
      args: ['a b.js'],
    });
  });
});

describe('this machine', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])('%s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['127.0.0.1.example.com', '127.1', '0.0.0.0', '10.0.0.1', 'localhost.example.com', ''])(
    'is not %s',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
