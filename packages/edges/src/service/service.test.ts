import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { closing } from '@errata/testing';
import { Listener } from '@errata/upstream/simulator';
import { describe, expect, it } from 'vitest';
import {
  bearerToken,
  countCalls,
  hostAndPort,
  hostsOf,
  isSameSecret,
  httpUrl,
  isLoopback,
  serveJson,
  stateFolder,
  versionOf,
  readSettings,
} from './index.js';

describe('isSameSecret', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'b', false],
    ['a', 'aa', false],
    ['', 'a', false],
  ])('of %j and %j is %s', (given, expected, same) => {
    expect(isSameSecret(given, expected)).toBe(same);
  });
});

describe('the token of a header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer   abc  ', 'abc'],
    ['BEARER a b', 'a b'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});

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
  });

  it.each(['memory.example.com', 'ftp://memory.example.com', ''])('are unknown for %j', (url) => {
    expect(() => hostsOf(url)).toThrow('http or https URL under which clients reach the server');
  });
});

describe('loopback', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost'])('is %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', ''])(
    'is not %j',
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});

const keep = closing();

describe('a document', () => {
  it.each([
    ['GET', 200, '{"a":1}'],
    ['HEAD', 200, ''],
    ['POST', 405, ''],
  ])('answers %s with %i', async (method, status, body) => {
    const create = () => createServer(serveJson({ a: 1 }));
    const listener = keep(new Listener({ host: '127.0.0.1', port: 0, create }));
    await listener.open();
    const response = await fetch(httpUrl('127.0.0.1', listener.port), { method });
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  });
});

describe('the folder of a system', () => {
  it.each([
    [{ XDG_STATE_HOME: '/state', HOME: '/home/ann' }, '/state/errata/demo'],
    [{ HOME: '/home/ann' }, '/home/ann/.local/state/errata/demo'],
    [{ XDG_STATE_HOME: 'not/absolute', HOME: '/home/ann' }, '/home/ann/.local/state/errata/demo'],
    [{ XDG_STATE_HOME: '', HOME: '' }, join(homedir(), '.local/state/errata/demo')],
    [{}, join(homedir(), '.local/state/errata/demo')],
  ])('with %o is %s', (env, expected) => {
    expect(stateFolder('demo', env)).toBe(expected);
  });
});

it('reads the version of a manifest', () => {
  const manifest = new URL('../../package.json', import.meta.url);
  expect(readFileSync(manifest, 'utf8')).toContain(`"version": "${versionOf(manifest)}"`);
});

/** A function whose calls end on demand. */
function waiting() {
  const ends: ((fails: boolean) => void)[] = [];
  const work = (name: string) =>
    new Promise<string>((resolve, reject) => {
      ends.push((fails) => (fails ? reject(new Error(name)) : resolve(name)));
    });
  return { ends, ...countCalls(work) };
}

describe('counting calls', () => {
  it('passes arguments and results through', async () => {
    const { run, ends } = waiting();
    const [good, bad] = [run('a'), run('b')];
    ends[0]!(false);
    ends[1]!(true);
    expect(await good).toBe('a');
    await expect(bad).rejects.toThrow('b');
  });

  it('is idle at once without calls', async () => {
    await expect(waiting().idle()).resolves.toBeUndefined();
  });

  it('is idle after the last call, also of those that came meanwhile', async () => {
    const { run, ends, idle } = waiting();
    const calls = [run('a')];
    let over = false;
    const end = idle().then(() => (over = true));
    calls.push(run('b'));
    ends[0]!(false);
    await calls[0];
    await new Promise(setImmediate);
    expect(over).toBe(false);
    ends[1]!(false);
    await end;
    await Promise.all(calls);
  });

  it('counts failed calls too', async () => {
    const { run, ends, idle } = waiting();
    const failing = expect(run('a')).rejects.toThrow('a');
    ends[0]!(true);
    await idle();
    await failing;
  });
});

describe('the settings of a table', () => {
  const table = {
    place: { flag: '--place <url>', env: 'PLACE' },
    color: { flag: '--color <name>', values: ['red', 'blue'], default: 'red' },
    parts: { flag: '--parts <name...>', values: ['a', 'b'] },
    time: { flag: '--time <s>', number: { above: 0, unit: 'seconds' }, longest: 60, default: 5 },
  };
  interface Given {
    readonly place?: string;
    readonly color?: string;
    readonly parts?: readonly string[];
    readonly time?: number;
  }
  const read = (given: Given, env = {}) => readSettings(table, given, env);

  it('are those that were given, then those of the environment, then the defaults in milliseconds', () => {
    const usual = { place: undefined, color: 'red', parts: undefined, time: 5_000 };
    expect(read({})).toEqual(usual);
    expect(read({}, { PLACE: '/env' })).toEqual({ ...usual, place: '/env' });
    expect(read({}, { PLACE: '' })).toEqual(usual);
    const given = { place: '/given', color: 'blue', parts: ['a'], time: 60_000 };
    expect(read(given, { PLACE: '/env' })).toEqual(given);
  });

  it.each<[Given, string]>([
    [{ color: 'green' }, 'color is one of red, blue, not green'],
    [{ parts: ['a', 'c'] }, 'parts is one of a, b, not c'],
    [{ time: 0 }, 'time has to be a number of milliseconds above 0 and up to 60000, not 0'],
    [{ time: 60_001 }, 'up to 60000, not 60001'],
    [{ time: NaN }, 'not NaN'],
  ])('reject %j', (given, told) => {
    expect(() => read(given)).toThrow(TypeError);
    expect(() => read(given)).toThrow(told);
  });
});
