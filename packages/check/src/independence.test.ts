import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));

/** Where a run is held against a contract, and where a host's view of a failure is made. */
const ALLOWED = /^(?:contract|hosts)\.ts$/;

it('a judge shares nothing of core with the defendant but types', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(file),
  );
  expect(files.length).toBeGreaterThan(80);
  const shared = files.filter((file) => {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    const imports = [
      ...text.matchAll(/^(?:import|export) (type )?[^;]*? from '(@errata\/[^']+)';/gm),
    ];
    return imports.some(([, type, name]) => type === undefined && /core|catalogs/.test(name!));
  });
  expect(shared.filter((file) => !ALLOWED.test(file))).toEqual([]);
  expect(shared.filter((file) => ALLOWED.test(file)).length).toBeGreaterThan(0);
});
