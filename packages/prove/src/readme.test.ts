import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { prove } from './index.js';
import { doorSystem } from './testing/door.js';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the README', () => {
  it('shows a system that is proved', async () => {
    const shown = /```ts\n([\s\S]*?)```/.exec(read('../README.md'))?.[1];
    expect(shown).toBe(read('./testing/door.ts').replace('../index.js', '@errata/prove'));
    expect(await prove(doorSystem)).toMatchObject({ complete: true, declared: 1, provoked: 1 });
  });
});
