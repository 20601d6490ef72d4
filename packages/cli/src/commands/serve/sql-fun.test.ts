import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { connectDaemon } from '@errata/sql-fun';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../testing/run.js';

const folder = mkdtempSync(join(tmpdir(), 'errata-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

const sqlFun = (...argv: string[]) =>
  run(['serve', 'sql-fun', ...argv, '--runtime-dir', join(folder, 'run')]);

/** What is said by a server on stdio whose host hangs up at once. */
async function complaintsAbout(...argv: string[]): Promise<string> {
  const input = new PassThrough();
  input.end();
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(input as unknown as typeof process.stdin);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const { code, err } = await sqlFun(...argv, '--no-start', '--no-journal');
  await expect.poll(() => exit.mock.calls, { timeout: 300_000 }).toEqual([[0]]);
  expect(code).toBe(0);
  return err;
}

describe('errata serve sql-fun', () => {
  it('is a daemon that is told of, that no second one joins, and that ends when it is told to', async () => {
    const none = await sqlFun('--status');
    expect(none).toMatchObject({ code: 1, out: '' });
    expect(none.err).toMatch(/^errata: No server is running: there is no \/\S+\.pid\n$/);

    const daemon = sqlFun('--daemon', '--allow-context', 'mcp', '--no-journal');
    await expect.poll(async () => (await sqlFun('--status')).code, { timeout: 300_000 }).toBe(0);
    const { out } = await sqlFun('--status');
    expect(out).toMatch(
      new RegExp(
        `^sql-fun \\S+ is running as process ${process.pid} on port \\d+; it answers cli, lsp, mcp\\n$`,
      ),
    );
    const second = await sqlFun('--daemon', '--no-journal');
    expect(second.code).toBe(1);
    expect(second.err).toContain(`running already, as process ${process.pid} on port`);

    const runtimeFolder = join(folder, 'run');
    const client = connectDaemon({ runtimeFolder, context: 'cli', project: folder });
    await client.request('shutdown');
    await client.close();
    const { code, err } = await daemon;
    expect(code).toBe(0);
    expect(err).toMatch(/^sql-fun is listening on tcp:\/\/127\.0\.0\.1:\d+\n$/);
    expect((await sqlFun('--stop')).code).toBe(1);
  });

  it('says what makes no sense', async () => {
    const { code, err } = await sqlFun('--status', '--idle', '5');
    expect([code, err]).toEqual([2, 'errata: --idle goes with --stdio or --daemon\n']);
  });

  it.each(['gone', 'file'])('warns of a project that is no folder: %s', async (name) => {
    writeFileSync(join(folder, 'file'), '');
    const project = join(folder, name);
    expect(await complaintsAbout('--project', project)).toBe(
      `errata: there is no folder ${project}: nothing can be answered until there is\n`,
    );
  });

  it('says nothing of a project that is there', async () => {
    expect(await complaintsAbout('--project', folder)).toBe('');
  });

  it('explains itself', async () => {
    const { code, out } = await run(['serve', 'sql-fun', '--help']);
    expect(code).toBe(0);
    for (const word of [
      '--allow-context',
      '--no-start',
      'XDG_RUNTIME_DIR',
      '--stop',
      'Examples:',
    ]) {
      expect(out).toContain(word);
    }
  });
});
