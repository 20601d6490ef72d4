import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, temporaryFolder } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type DrillClient, isDeclared, type Reply } from './testing/drill/client.js';
import {
  type DrilledDaemon,
  filesIn,
  isRunning,
  makeProject,
  shopSchema,
  startDaemon,
} from './testing/drill/daemon.js';
import {
  ENDLESS_DUMP,
  LARGE_DUMP,
  outcomeOf,
  QUESTION,
  writingTo,
} from './testing/drill/attacks.js';

const path = temporaryFolder();
const cache = path('cache');
const project = makeProject(path('project'));

let daemon: DrilledDaemon;
let client: DrillClient;
let before: Readonly<Record<string, string>>;

/** What is in the home, the temporary folder and the project, without what the daemon is to write. */
const filesOutside = () => ({
  ...filesIn(path('home'), [path('home/run'), path('home/journal.jsonl')]),
  ...filesIn(project),
});

beforeAll(async () => {
  daemon = await startDaemon({ folder: path('home'), cache });
  client = await daemon.greet(project);
  before = filesOutside();
  expect(outcomeOf(await client.call('analyze_query', QUESTION))).toBe('right');
});
afterAll(() => daemon.close());

describe('a dump that is made to do harm', () => {
  it('whose loading does not end is stopped, and the others are answered meanwhile', async () => {
    const hostile = makeProject(path('endless'), ENDLESS_DUMP);
    const who = await daemon.greet(hostile);
    let isOver = false;
    const loading = who.call('analyze_query', QUESTION).finally(() => (isOver = true));
    for (let n = 0; n < 200; n++) {
      expect(outcomeOf(await client.call('analyze_query', QUESTION))).toBe('right');
    }
    const another = await daemon.greet(project, { context: 'lsp' });
    expect(outcomeOf(await another.call('analyze_query', QUESTION))).toBe('right');
    expect(isOver).toBe(false);
    expect((await loading).error).toMatchObject({
      code: -32010,
      data: {
        ...{ target: 'worker', name: 'deadline' },
        details: 'analyze_query took longer than 60 s and was stopped',
      },
    });
    writeFileSync(join(hostile, 'schema.develop.sql'), shopSchema());
    expect(outcomeOf(await who.call('analyze_query', QUESTION))).toBe('right');
  });

  it('over the memory limit is answered, and the next one works', async () => {
    const hostile = makeProject(path('large'), LARGE_DUMP);
    const who = await daemon.greet(hostile);
    const { error, result } = await who.call('list_objects');
    if (error === undefined) expect(result).toMatchObject({ total: 1 });
    else expect(isDeclared(error)).toBe(true);
    writeFileSync(join(hostile, 'schema.develop.sql'), shopSchema());
    expect(outcomeOf(await who.call('analyze_query', QUESTION))).toBe('right');
  });

  it('that would write files writes none, and queries do not either', async () => {
    const statements = writingTo(path('home'));
    const hostile = makeProject(path('writes'), `${shopSchema()}${statements.join(';\n')};\n`);
    const who = await daemon.greet(hostile);
    expect((await who.call('validate_schema')).result).toBeDefined();
    expect(outcomeOf(await who.call('analyze_query', QUESTION))).toBe('right');
    for (const sql of [...statements, statements.join(';\n')]) {
      const { error } = await who.call('analyze_query', { sql });
      expect(error).toBeUndefined();
    }
    expect(outcomeOf(await who.call('analyze_query', QUESTION))).toBe('right');
  });
});

describe('a worker that is killed while it makes a database', () => {
  /** The processes that say in the cache that they make one. */
  const makers = () =>
    readdirSync(cache)
      .filter((name) => name.startsWith('lock-'))
      .map((name) => Number(readlinkSync(join(cache, name))));
  const making = async () => {
    let pid: number | undefined;
    await eventually(() => (pid = makers().find(isRunning))).toBeDefined();
    return pid!;
  };

  it('fails its request, and the next one works', async () => {
    const who = await daemon.greet(makeProject(path('fresh'), shopSchema(7)));
    const pending = who.call('analyze_query', QUESTION);
    const pid = await making();
    process.kill(pid, 'SIGKILL');
    expect(outcomeOf(await pending)).toBe('-32010 worker SIGKILL');
    expect(makers()).toContain(pid);
    expect(outcomeOf(await who.call('analyze_query', QUESTION))).toBe('right');
    expect(makers()).not.toContain(pid);
  });

  it('together with its daemon leaves nothing that stops the next one', async () => {
    const begun = makeProject(path('begun'), shopSchema(8));
    const first = await startDaemon({ folder: path('first'), cache });
    onTestFinished(first.close);
    const one = await first.greet(begun);
    const pending = one.call('analyze_query', QUESTION).catch(() => undefined);
    const pid = await making();
    process.kill(pid, 'SIGKILL');
    await first.close();
    await pending;

    const second = await startDaemon({ folder: path('second'), cache });
    onTestFinished(second.close);
    const other = await second.greet(begun);
    expect(outcomeOf(await other.call('analyze_query', QUESTION))).toBe('right');
    expect(makers()).not.toContain(pid);
    expect(readdirSync(cache).filter((name) => name.startsWith(`new-${pid}-`))).toEqual([]);
  });
});

describe('a cache that is removed while it is used', () => {
  it('is made again; until then the answer is right, or says that the folder is not there', async () => {
    rmSync(cache, { recursive: true, maxRetries: 10 });
    const who = await daemon.greet(project);
    const questions = ['SELECT 1 FROM pg_ts_config', 'SELECT 1 FROM pg_publication', QUESTION.sql];
    const replies: Reply[] = [];
    for (const sql of questions) replies.push(await who.call('analyze_query', { sql }));
    for (const { error } of replies) {
      const data = { target: 'directory', error_type: 'ENOENT' };
      if (error !== undefined) expect(error).toMatchObject({ code: -32020, data });
    }
    writeFileSync(join(project, 'schema.develop.sql'), shopSchema());
    await eventually(async () => outcomeOf(await who.call('analyze_query', QUESTION))).toBe(
      'right',
    );
    expect(readdirSync(cache)).not.toEqual([]);
  });
});

describe('after all of it', () => {
  it('nothing was written outside of the cache and the runtime folder', async () => {
    expect(filesOutside()).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(2);
    expect((await client.call('ping')).result).toEqual({});
    expect(client.strays).toEqual([]);
    expect(daemon.leaks()).toEqual([]);
  });
});
