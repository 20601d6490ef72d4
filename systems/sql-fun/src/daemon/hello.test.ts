import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { FaultRecord } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { openingDaemons } from '../../lab/testing/open-daemon.js';

const program = builtProgram(new URL('../../lab/testing/test-worker.ts', import.meta.url));
const { open, path, project } = openingDaemons(program);

const REFUSED = {
  code: -32040,
  message: 'Token not accepted',
  data: {
    target: 'token',
    name: 'hello',
    details: 'The first request has to be hello, with the token of the PID file',
  },
};

describe('hello', () => {
  it('answers who is there', async () => {
    const { token, meet } = await open({ allowContexts: ['mcp'] });
    const client = await meet();
    expect((await client.call('hello', { token, context: 'mcp', project })).result).toEqual({
      server: 'sql-fun-server',
      version: '0.1.0',
      pid: process.pid,
      contexts: ['cli', 'lsp', 'mcp'],
      schema: 'develop',
    });
  });

  it('says which schema is selected: the one that was named, or the default of the project', async () => {
    const { token, meet } = await open();
    const client = await meet();
    const hello = { token, context: 'cli', project };
    expect((await client.call('hello', { ...hello, schema: 'preview' })).result).toMatchObject({
      schema: 'preview',
    });
    expect((await client.call('echo')).result).toMatchObject({ schema: 'preview' });
    await client.call('hello', hello);
    expect((await client.call('echo')).result).toMatchObject({ schema: null });
  });

  it.each([
    ['a wrong token', 'hello', (token: string) => ({ token: token.replace(/./g, '0') })],
    ['half a token', 'hello', (token: string) => ({ token: token.slice(0, 20) })],
    ['no token', 'hello', () => ({})],
    ['a token that is no text', 'hello', () => ({ token: 1 })],
    ['another request first', 'echo', () => ({})],
    ['a ping first', 'ping', () => ({})],
    ['an unknown method first', 'nothing', () => ({})],
  ])('refuses %s, and whatever comes after it', async (_what, method, params) => {
    const records: FaultRecord[] = [];
    const { token, meet } = await open({ onFault: (record) => void records.push(record) });
    const client = await meet();
    const hello = { token, context: 'cli', project };
    const first = client.call(method, { ...hello, token: undefined, ...params(token) });
    const second = client.call('hello', hello).catch(() => undefined);
    const reply = await first;
    expect(reply.error).toMatchObject(REFUSED);
    await client.closed;
    // It was hung up on in the meantime, or told the same again.
    expect((await second)?.error ?? REFUSED).toMatchObject(REFUSED);
    expect(JSON.stringify([reply, records])).not.toContain(token);
    expect(records[0]).toMatchObject({ mcp_error_code: 'MCP_NOT_ALLOWED', error_code: -32040 });
  });

  it.each([
    [
      'no context',
      { context: undefined },
      [-32030, 'Missing parameter', { target: 'parameter', name: 'params.context' }],
    ],
    [
      'an unknown context',
      { context: 'root' },
      [
        -32030,
        'Invalid parameter',
        {
          target: 'parameter',
          name: 'params.context',
          details: 'params.context is one of cli, lsp, mcp',
        },
      ],
    ],
    ['mcp', { context: 'mcp' }, [-32040, 'MCP not allowed', { target: 'context', name: 'mcp' }]],
    [
      'no project',
      { project: undefined },
      [-32030, 'Missing parameter', { target: 'parameter', name: 'params.project' }],
    ],
    [
      'a relative project',
      { project: 'here' },
      [
        -32030,
        'Invalid parameter',
        {
          target: 'parameter',
          name: 'params.project',
          details: 'params.project is the absolute path of a folder',
        },
      ],
    ],
    [
      'a project that does not exist',
      { project: '/nowhere/at/all' },
      [
        -32020,
        'Schema file I/O failure',
        { target: 'directory', name: '/nowhere/at/all', error_type: 'ENOENT' },
      ],
    ],
    [
      'a schema that is no text',
      { schema: 1 },
      [
        -32030,
        'Invalid parameter',
        { target: 'parameter', name: 'params.schema', details: 'params.schema is a string' },
      ],
    ],
  ])(
    'refuses %s, tells the same to requests that follow, and can be said again',
    async (_what, params, expected) => {
      const { token, meet } = await open();
      const client = await meet();
      const hello = { token, context: 'cli', project };
      const replies = await Promise.all([
        client.call('hello', { ...hello, ...params }),
        client.call('echo'),
      ]);
      for (const { error } of replies) {
        expect([error?.code, error?.message, error?.data]).toMatchObject(expected);
      }
      expect((await client.call('hello', hello)).result).toBeTruthy();
      expect((await client.call('echo')).result).toBeTruthy();
    },
  );

  it('gives whole failures, without their causes, to a client that asks for them', async () => {
    const { token, meet } = await open();
    const client = await meet();
    const wrong = { token, context: 'cli', project: '/nowhere/at/all' };
    const plain = (await client.call('hello', wrong)).error;
    const whole = (await client.call('hello', { ...wrong, portable: true })).error;
    const { fault, ...data } = whole!.data as { readonly fault: object };
    expect({ ...whole, data }).toEqual(plain);
    expect(fault).toEqual({
      reason: 'SCHEMA_IO_FAILURE',
      context: { target: 'directory', name: '/nowhere/at/all', error_type: 'ENOENT' },
      effect: 'none',
    });
    expect((await client.call('echo')).error?.data).toMatchObject({ fault });
  });

  it('refuses a project that is a file', async () => {
    const { token, meet } = await open();
    const file = path('file');
    writeFileSync(file, '');
    const client = await meet();
    const { error } = await client.call('hello', { token, context: 'lsp', project: file });
    expect(error?.data).toMatchObject({
      target: 'directory',
      name: file,
      error_type: 'ENOTDIR',
    });
  });

  it('need not be waited for', async () => {
    const { token, meet } = await open();
    const client = await meet();
    const [hello, echo] = await Promise.all([
      client.call('hello', { token, context: 'lsp', project }),
      client.call('echo', { a: 1 }),
    ]);
    expect(hello.result).toBeTruthy();
    expect(echo.result).toMatchObject({ params: { a: 1 }, project, context: 'lsp' });
  });
});
