import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, temporaryFolder } from '@errata/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DrillClient, isDeclared } from './testing/drill/client.js';
import {
  isRunning,
  makeProject,
  openFilesOf,
  rssOf,
  shopSchema,
  startDaemon,
} from './testing/drill/daemon.js';

const path = temporaryFolder();
const project = makeProject(path('project'));
const CLIENTS = 25;
const REQUESTS = 20_000;
/** After so many, everything has been loaded and compiled, and heaps have their size. */
const WARM = 5000;
/**
 * Megabytes that a process may have more at the end than when it was warm: 15,000 requests that keep only 5 kB each, the text
 * of a query and its parse tree, would be above it. What a collector has not come to yet moves by some tens.
 */
const GROWTH = 75;

/** What is asked, by turns; none twice, so that whatever remembers texts has something to remember. */
const QUESTIONS: readonly ((n: number) => readonly [string, object])[] = [
  (n) => ['analyze_query', { sql: `SELECT u.email, ${n} FROM users u WHERE u.id = ${n}` }],
  (n) => ['analyze_query', { sql: `SELECT wrong_${n} FROM users` }],
  (n) => ['validate_query', { sql: `UPDATE orders SET total = ${n} WHERE id = $1 RETURNING *` }],
  (n) => ['validate_query', { sql: `SELECT 1 FROM missing_${n}` }],
  (n) => ['analyze_query', { sql: `SELEC ${n}` }],
  (n) => ['get_columns', { table: n % 2 === 0 ? 'users' : `missing_${n}` }],
  (n) => ['format_sql', { sql: `select ${n},email from users` }],
  (n) => ['list_objects', { like: `u${n}%` }],
  () => ['describe_table', { table: 'orders' }],
  (n) => ['analyze_query', { file: `missing-${n}.sql` }],
  (n) => ['nonsense', { n }],
];

describe('a daemon that has answered 20,000 requests', () => {
  it('has the memory and the files that it had before, and leaves no process behind', async () => {
    const daemon = await startDaemon({ folder: path('daemon') });
    onTestFinished(daemon.close);
    let asked = 0;
    const wrong: unknown[] = [];
    const client = async (one: DrillClient, until: number): Promise<void> => {
      while (asked < until) {
        const n = asked++;
        // Each one is a new database for both contexts.
        if (n % 4000 === 3999) {
          writeFileSync(join(project, 'schema.develop.sql'), shopSchema(n));
        }
        const [method, params] = QUESTIONS[n % QUESTIONS.length]!(n);
        const { error } = await one.call(method, params);
        const known = error === undefined || isDeclared(error) || error.code === -32601;
        if (!known) wrong.push(error);
      }
    };
    const round = async (until: number): Promise<void> => {
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, (_, n) =>
          daemon.greet(project, { context: n % 5 === 0 ? 'mcp' : 'cli' }),
        ),
      );
      await Promise.all(clients.map((one) => client(one, until)));
      expect(clients.flatMap(({ strays }) => strays)).toEqual([]);
      await Promise.all(clients.map((one) => one.close()));
    };
    const pids = () => [daemon.pid, ...daemon.workers()];

    await round(WARM);
    const before = pids();
    const files = await atRest(() => before.map(openFilesOf));
    const memory = before.map(rssOf);
    await round(REQUESTS);
    expect(wrong).toEqual([]);
    // The same processes: none had to be replaced to keep within limits.
    expect(pids()).toEqual(before);
    expect(await atRest(() => before.map(openFilesOf))).toEqual(files);
    expect(files.flatMap(({ removed }) => removed)).toEqual([]);
    const growth = before.map((pid, n) => rssOf(pid) - memory[n]!);
    expect(Math.max(...growth)).toBeLessThan(GROWTH);
    expect(daemon.leaks()).toEqual([]);

    daemon.signal('SIGTERM');
    await daemon.ended;
    await eventually(() => before.filter(isRunning)).toEqual([]);
  });
});

/** What is seen when it has been the same for a while: sockets of clients that left close one by one. */
async function atRest<T>(look: () => T): Promise<T> {
  let seen = look();
  for (let times = 0; times < 10;) {
    await sleep(50);
    const now = look();
    times = JSON.stringify(now) === JSON.stringify(seen) ? times + 1 : 0;
    seen = now;
  }
  return seen;
}
