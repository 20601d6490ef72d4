import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@errata/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillClient, isDeclared, type Reply } from './testing/drill/client.js';
import {
  type DrilledDaemon,
  makeProject,
  shopSchema,
  startDaemon,
} from './testing/drill/daemon.js';

const path = temporaryFolder();
let daemon: DrilledDaemon;
beforeAll(async () => {
  // Not about deadlines: on a machine that has much else to do, everything takes longer.
  daemon = await startDaemon({ folder: path('daemon'), args: ['--deadline', '60'] });
});
afterAll(() => daemon.close());

const SQL = { sql: 'SELECT u.*, o.* FROM users u CROSS JOIN orders o' };
/** Each one is a database that both workers open. */
const WRITES = 8;
const REQUESTS = 1000;
const CLIENTS = 20;

/** Of which version the schema was: both of its tables say it. */
function versionsIn({ result, error }: Reply): readonly string[] {
  if (error !== undefined) throw new Error(JSON.stringify(error));
  const [statement] = result!['statements'] as readonly { columns: readonly { name: string }[] }[];
  return statement!.columns.map(({ name }) => name).filter((name) => /^[uo]\d+$/.test(name));
}

/** So many requests of all clients, while the file is written again and again. */
async function askWhileWriting(project: string, write: (version: number) => void) {
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, () => daemon.greet(project, { context: 'lsp' })),
  );
  const replies: Reply[] = [];
  let version = 0;
  const ask = async (client: DrillClient): Promise<void> => {
    for (let n = 0; n < REQUESTS / CLIENTS; n++) {
      replies.push(await client.call('analyze_query', SQL));
      while (version < (replies.length * WRITES) / REQUESTS) write(++version);
    }
  };
  await Promise.all(clients.map(ask));
  const last = await clients[0]!.call('analyze_query', SQL);
  expect(versionsIn(last)).toEqual([`u${version}`, `o${version}`]);
  expect(clients.flatMap(({ strays }) => strays)).toEqual([]);
  await Promise.all(clients.map((client) => client.close()));
  return replies;
}

describe('a schema that is written 8 times during 1,000 requests', () => {
  it('as one file in place of the other: each answer is of one version', async () => {
    const project = makeProject(path('renamed'));
    const replies = await askWhileWriting(project, (version) => {
      writeFileSync(join(project, 'draft'), shopSchema(version));
      renameSync(join(project, 'draft'), join(project, 'schema.develop.sql'));
    });
    expect(replies).toHaveLength(REQUESTS);
    const seen = replies.map((reply) => versionsIn(reply));
    expect(seen.filter(([u, o]) => u === undefined || u.slice(1) !== o?.slice(1))).toEqual([]);
    expect(new Set(seen.map(([u]) => u)).size).toBeGreaterThan(2);
  });

  it('into the same file: each answer is of one version, or says what it did not find', async () => {
    // Large enough to be read in several pieces, between which somebody may write.
    const filler = `-- ${'x'.repeat(1000)}\n`.repeat(2000);
    const schemaOf = (version: number) => {
      const [users, orders] = shopSchema(version).split('\n');
      return `${users}\n${filler}${orders}\n`;
    };
    const project = makeProject(path('overwritten'), schemaOf(0));
    const replies = await askWhileWriting(project, (version) =>
      writeFileSync(join(project, 'schema.develop.sql'), schemaOf(version)),
    );
    expect(replies).toHaveLength(REQUESTS);
    const torn = replies.filter((reply) => {
      if (reply.error !== undefined) return !isDeclared(reply.error);
      const [u, o, ...more] = versionsIn(reply);
      const whole = u !== undefined && u.slice(1) === o?.slice(1) && more.length === 0;
      return !whole && reply.result!['valid'] !== false;
    });
    expect(torn).toEqual([]);
  });
});
