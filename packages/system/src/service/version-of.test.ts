import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { versionOf } from './version-of.js';

it('reads the version of a manifest', () => {
  const manifest = new URL('../../package.json', import.meta.url);
  expect(readFileSync(manifest, 'utf8')).toContain(`"version": "${versionOf(manifest)}"`);
});
