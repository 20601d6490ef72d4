import { connectStdio, type StdioWire } from '@errata/prove';
import { temporaryFolder } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOMBS, ENDLESS, type Bomb } from './testing/drill/attacks.js';
import { type DrillClient, firstProblem, type Reply } from './testing/drill/client.js';
import { type DrilledDaemon, makeProject, startDaemon } from './testing/drill/daemon.js';
import { ERRATA } from '@errata/testing/errata';

const path = temporaryFolder();
const project = makeProject(path('project'));
const ORDINARY = { sql: 'SELECT u.email, o.total FROM users u JOIN orders o ON o.user_id = u.id' };
/** Bombs are slow on a machine that has much else to do; none is to be mistaken for one that does not end. */
const PATIENT = ['--deadline', '60'];

let daemon: DrilledDaemon;
let client: DrillClient;
beforeAll(async () => {
  daemon = await startDaemon({ folder: path('patient'), cache: path('cache'), args: PATIENT });
  client = await daemon.greet(project);
});
afterAll(() => daemon.close());

/** What is to be said of a text in a word; whatever else is said stands as it is. */
function outcomeOf(reply: Reply): string {
  const { error, result } = reply;
  if (error === undefined) {
    const problem = firstProblem(reply);
    if (problem !== undefined)
      return problem['code'] === 'too_deep' ? 'too deep' : JSON.stringify(problem);
    return result?.['valid'] === true ? 'fine' : JSON.stringify(result);
  }
  const { target, name, details } = error.data ?? {};
  if (error.code === -32010) return `${String(target)} ${String(name)}`;
  if (error.code === -32031 && /nested too deeply/.test(String(details))) return 'too deep';
  if (error.code !== -32030 || name !== 'params.sql') return JSON.stringify(error);
  return /at most 1048576 characters/.test(String(details)) ? 'too long' : JSON.stringify(error);
}

async function expectOrdinary(who: DrillClient): Promise<void> {
  const { result } = await who.call('analyze_query', ORDINARY);
  expect(result).toMatchObject({
    valid: true,
    statements: [{ columns: [{ name: 'email', type: 'text' }, { name: 'total' }] }],
  });
}

describe('a text over the limits', () => {
  it.each(BOMBS)('$name', async ({ sql, outcomes }) => {
    expect(outcomes).toContain(outcomeOf(await client.call('analyze_query', { sql })));
    await expectOrdinary(client);
  });

  it('has ended no daemon, and each was answered once', async () => {
    expect((await client.call('ping')).result).toEqual({});
    expect(client.strays).toEqual([]);
    expect(daemon.leaks()).toEqual([]);
    expect(daemon.workers().length).toBeLessThanOrEqual(2);
  });

  it('is stopped where it takes too long, and only that', async () => {
    const strict = await startDaemon({
      ...{ folder: path('strict'), cache: path('cache'), args: ['--deadline', '1.5'] },
    });
    try {
      const who = await strict.greet(project);
      await expectOrdinary(who);
      const endless = ['analyze_query', 'format_sql'];
      const replies = await Promise.all(endless.map((name) => who.call(name, { sql: ENDLESS })));
      for (const reply of replies) expect(outcomeOf(reply)).toBe('worker deadline');
      await expectOrdinary(who);
      expect(who.strays).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});

describe('the same through a proxy', () => {
  let wire: StdioWire;
  beforeAll(async () => {
    const args = [ERRATA, 'serve', 'sql-fun', '--no-start', '--no-journal', '--deadline', '60'];
    wire = await connectStdio({
      command: process.execPath,
      args: [
        ...[...args, '--allow-context', 'mcp', '--project', project],
        ...['--runtime-dir', daemon.runtimeFolder],
      ],
      env: { PATH: process.env['PATH'], HOME: path('home') },
      era: '2025-11-25',
    });
  });
  afterAll(() => wire.close());

  const wanted = /megabytes|000 paren|additions|20,000 sub|CTEs|CASE|arrays/;
  it.each(BOMBS.filter(({ name }) => wanted.test(name)))('$name', async (bomb: Bomb) => {
    const { message } = await wire.callTool('validate_query', { sql: bomb.sql });
    const { error, result } = message as { error?: Reply['error']; result?: ToolResult };
    const reply = error ? { error } : { result: result!.structuredContent };
    expect(bomb.outcomes).toContain(outcomeOf({ id: null, ...reply }));
    const after = await wire.callTool('analyze_query', ORDINARY);
    expect(after.message).toMatchObject({ result: { structuredContent: { valid: true } } });
  });
});

interface ToolResult {
  readonly structuredContent: Readonly<Record<string, unknown>>;
}
