import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectStdio } from '@errata/prove';
import { temporaryFolder } from '@errata/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeProject, shopSchema, startDaemon } from './testing/drill/daemon.js';
import { outcomeOf, QUESTION } from './testing/drill/attacks.js';
import type { Reply } from './testing/drill/client.js';
import { ERRATA } from '@errata/testing/errata';

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
const path = temporaryFolder();
const project = makeProject(path('project'));

/** To be run with a small disk that nobody else has, in place of a new folder. */
function onSmallDisk(name: string, { then = ':', size = '256k' } = {}) {
  const folder = path(name);
  mkdirSync(folder, { mode: 0o700 });
  const mounted = `mount -t tmpfs -o size=${size},mode=700 tmpfs "$0" && ${then} && exec "$@"`;
  return { folder, within: ['unshare', '--mount', 'sh', '-c', mounted, folder] as const };
}

/** As a shell does it: fill the disk to the last byte. */
const FILLED = 'mkdir -m 700 "$0/run" && { cat /dev/zero > "$0/ballast" 2>/dev/null || :; }';

describe.skipIf(!canMount)('on a disk that is full [needs unshare --mount]', () => {
  it('a daemon does not start, says why, and leaves no half a PID file behind', () => {
    // What the first one left behind is listed, then there is room, and the second one starts and is asked to end.
    const then = [
      FILLED,
      '{ "$@"; echo "code $?"; ls "$0/run"; rm "$0/ballast"; }',
      '{ "$@" --idle 0.3; echo "code $?"; }',
      'set -- true',
    ].join(' && ');
    const { folder, within } = onSmallDisk('refused', { then });
    const daemon = [ERRATA, 'serve', 'sql-fun', '--daemon', '--no-journal'];
    const [command, ...args] = [
      ...[...within, process.execPath, ...daemon],
      ...['--runtime-dir', join(folder, 'run')],
    ];
    const { stdout, stderr } = spawnSync(command!, args, { encoding: 'utf8' });
    expect(stdout).toBe('code 1\nsql-fun-server.lock\ncode 0\n');
    const [refusal, success] = stderr.split('\n');
    expect(refusal).toMatch(/^errata: The runtime folder \S+ cannot be written to: ENOSPC/);
    expect(success).toMatch(/^sql-fun is listening on /);
  });

  it('a daemon goes on answering while its journal cannot be written', async () => {
    const { folder, within } = onSmallDisk('journal');
    const daemon = await startDaemon({ folder, within, cache: path('cache') });
    onTestFinished(daemon.close);
    const client = await daemon.greet(project);
    const disk = `/proc/${daemon.pid}/root${folder}`;
    fill(join(disk, 'ballast'));
    for (let n = 0; n < 20; n++) {
      const { error } = await client.call('get_columns', { table: 'nowhere' });
      expect(error).toMatchObject({ code: -32051, data: { name: 'nowhere' } });
      expect(outcomeOf(await client.call('analyze_query', QUESTION))).toBe('right');
    }
    const said = daemon.written().match(/cannot write the journal \S+: ENOSPC/g);
    expect(said).toHaveLength(1);
    expect(client.strays).toEqual([]);
    expect(daemon.leaks()).toEqual([]);
  });

  it('a proxy says that no server can be started, and asks one when there is room', async () => {
    const { folder, within } = onSmallDisk('proxy', { then: FILLED });
    const [command, ...args] = [
      ...[...within, process.execPath, ERRATA, 'serve', 'sql-fun', '--project', project],
      ...['--runtime-dir', join(folder, 'run'), '--no-journal', '--allow-context', 'mcp'],
      ...['--cache-dir', path('cache'), '--idle', '0.3'],
    ];
    const proxy = await connectStdio({
      command: command!,
      args,
      env: { PATH: process.env['PATH'], HOME: path('home') },
      era: '2025-11-25',
    });
    onTestFinished(proxy.close);
    const { message } = await proxy.callTool('analyze_query', QUESTION);
    expect((message as { error?: Reply['error'] }).error).toMatchObject({
      code: -32000,
      data: {
        target: 'pid_file',
        details: expect.stringMatching(/ended before|ENOSPC/) as unknown,
      },
    });
    rmSync(`/proc/${proxy.pid}/root${folder}/ballast`);
    const later = await proxy.callTool('analyze_query', QUESTION);
    expect(later.message).toMatchObject({ result: { structuredContent: { valid: true } } });
  });
});

describe.skipIf(!canMount)('a cache on a disk that is full [needs unshare --mount]', () => {
  const NO_SPACE = { code: -32020, data: { target: 'directory', error_type: 'ENOSPC' } };
  /** Megabytes that are free: too little for the folder, for the empty database, for that of the dump; and enough. */
  const FREE = [0, 1, 10, 20, 31, 45, 60, 120, 240];

  it('fails with the reason, keeps nothing that is incomplete, and works when there is space', async () => {
    const { folder, within } = onSmallDisk('small', { size: '600m' });
    const cache = join(folder, 'cache');
    const daemon = await startDaemon({ folder: path('small-home'), within, cache });
    onTestFinished(daemon.close);
    const disk = `/proc/${daemon.pid}/root${folder}`;
    const ballast = join(disk, 'ballast');
    const shop = makeProject(path('shop'));
    const client = await daemon.greet(shop);

    const outcomes: string[] = [];
    for (const megabytes of FREE) {
      leave(ballast, disk, megabytes);
      const reply = await client.call('analyze_query', QUESTION);
      if (reply.error !== undefined) expect(reply.error).toMatchObject(NO_SPACE);
      outcomes.push(reply.error === undefined ? outcomeOf(reply) : 'no space');
    }
    expect(outcomes[0]).toBe('no space');
    expect(outcomes.at(-1)).toBe('right');
    // Once there was enough, there is.
    expect(outcomes.lastIndexOf('no space')).toBeLessThan(outcomes.indexOf('right'));
    expect(outcomes.filter((word) => word === 'no space').length).toBeGreaterThan(4);

    fill(ballast);
    expect(outcomeOf(await client.call('analyze_query', QUESTION))).toBe('right');
    const defining = 'CREATE TABLE t (a text PRIMARY KEY); SELECT a FROM t; SELECT id FROM users';
    const { error, result } = await client.call('analyze_query', { sql: defining });
    if (error === undefined) expect(result).toMatchObject({ valid: true });
    else expect(error).toMatchObject(NO_SPACE);
    const mcp = await daemon.greet(shop, { context: 'mcp' });
    const told = (await mcp.call('analyze_query', QUESTION)).error;
    expect(told).toMatchObject(NO_SPACE);
    expect(JSON.stringify(told)).not.toContain(folder);

    writeFileSync(join(shop, 'schema.develop.sql'), shopSchema(1));
    expect((await client.call('list_objects')).error).toMatchObject(NO_SPACE);
    rmSync(ballast);
    expect((await client.call('validate_schema')).result).toMatchObject({ valid: true });
    expect((await client.call('list_objects')).result).toMatchObject({ total: 2 });
    expect(outcomeOf(await mcp.call('analyze_query', QUESTION))).toBe('right');
    const left = readdirSync(join(disk, 'cache')).filter((name) => name.startsWith('new-'));
    const running = daemon.workers().map(String);
    expect(left.filter((name) => !running.includes(name.split('-')[1]!))).toEqual([]);
    expect(daemon.leaks()).toEqual([]);
  });
});

const MEGABYTE = 1024 * 1024;

/** Leave so many megabytes free on a disk, at most. */
function leave(file: string, disk: string, megabytes: number): void {
  rmSync(file, { force: true });
  if (megabytes === 0) return fill(file);
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(file, Buffer.alloc(Math.max(0, bavail * bsize - megabytes * MEGABYTE)));
}

/** Take all the room that there is, to the last byte. */
function fill(file: string): void {
  for (const size of [MEGABYTE, 4096, 1]) {
    try {
      for (;;) appendFileSync(file, new Uint8Array(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
