import process from 'node:process';
import { closing, faultOf, temporaryFolder } from '@errata/testing';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../../lab/testing/build-program.js';
import { startFakeDaemon } from '../../lab/testing/fake-daemon.js';
import { startProgram } from '../../lab/testing/start-program.js';
import { startDaemon as serveDaemon } from '../daemon/start-daemon.js';
import { isAlive } from '../databases/store.js';
import { daemonStatus, stopDaemon } from './serve-stdio.js';

const program = builtProgram(new URL('../../lab/testing/daemon-program.ts', import.meta.url));
const path = temporaryFolder();
const opened = closing();

describe('the daemon of a user', () => {
  it('is described and ended, no matter what started it', async () => {
    const runtimeFolder = path('process');
    const daemon = opened(startProgram(program(), { runtimeFolder, allowContexts: ['mcp'] }));
    const { port } = await daemon.said();
    expect(await daemonStatus({ runtimeFolder })).toEqual({
      pid: daemon.pid,
      port,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      contexts: ['cli', 'lsp', 'mcp'],
    });
    expect(await stopDaemon({ runtimeFolder })).toEqual({ pid: daemon.pid });
    expect(isAlive(daemon.pid)).toBe(false);
    expect((await daemon.ended).code).toBe(0);
  });

  it.each([
    ['status', daemonStatus],
    ['end', stopDaemon],
  ])('that is not there has no %s', async (_what, ask) => {
    const fault = await faultOf(ask({ runtimeFolder: path('nobody') }));
    expect(fault).toMatchObject({ code: -32000, context: { target: 'pid_file' } });
  });

  it('is served in this process, at an address, until it is closed', async () => {
    const runtimeFolder = path('served');
    const { url, pid, port, closed, close } = opened(await serveDaemon({ runtimeFolder }));
    expect([url, pid]).toEqual([`tcp://127.0.0.1:${port}`, process.pid]);
    await close();
    expect(await closed).toBe('closed');
  });

  it('is not believed to be something else that says hello', async () => {
    const runtimeFolder = path('fake');
    opened(await startFakeDaemon(runtimeFolder, { hello: (_heard, say) => say('[]\n') }));
    expect(await faultOf(daemonStatus({ runtimeFolder }))).toMatchObject({ code: -32000 });
  });
});
