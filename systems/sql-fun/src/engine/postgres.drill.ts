import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { openEmpty } from '../../lab/testing/open-empty.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('does not grow with the number of definitions that were tried and undone', async () => {
  const postgres = await openEmpty();
  const megabytesAfter = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      await postgres.begin();
      await postgres.run(`CREATE TABLE t${n} (id bigint PRIMARY KEY, name text, notes jsonb)`);
      await postgres.rollback();
    }
    collect();
    return process.memoryUsage().arrayBuffers / 1e6;
  };
  // Other tests of this process have buffers, too, so that only the growth is compared.
  const early = await megabytesAfter(0, 1000);
  // Each definition left 20 KB before their traces were removed: 100 MB for these.
  expect((await megabytesAfter(1000, 6000)) - early).toBeLessThan(40);
  await postgres.close();
}, 300_000);
