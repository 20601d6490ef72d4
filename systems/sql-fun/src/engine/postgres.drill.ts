import { expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';

it('does not grow with the number of definitions that were tried and undone', async () => {
  const postgres = await openEmpty();
  for (let n = 0; n < 6000; n++) {
    await postgres.begin();
    await postgres.run(`CREATE TABLE t${n} (id bigint PRIMARY KEY, name text, notes jsonb)`);
    await postgres.rollback();
  }
  // It was 141 MB, and growing, before their traces were removed.
  expect(process.memoryUsage().arrayBuffers / 1e6).toBeLessThan(110);
  await postgres.close();
}, 300_000);
