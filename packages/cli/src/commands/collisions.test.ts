import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';
import { run } from '../testing/run.js';

const folder = useFolder();

describe('errata collisions', () => {
  it('reports the worst first', async () => {
    const { code, out, err } = await run(['collisions']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const heads = [...out.matchAll(/^([A-Z]+): /gm)].map(([, head]) => head);
    expect(heads).toEqual(['CONFLICT', 'RESERVED', 'LEGACY', 'STANDARD', 'AMBIGUOUS']);
    expect(out).toMatch(/^-32002 +RESOURCE_NOT_FOUND +MCP/m);
  });

  it('gives programs the same numbers', async () => {
    const { code, out } = await run(['collisions', '--json']);
    expect(code).toBe(0);
    const { collisions } = JSON.parse(out) as { collisions: { code: number; different: number }[] };
    expect(collisions.every(({ different }) => different > 1)).toBe(true);
    expect(collisions.map((one) => one.code)).toEqual(
      expect.arrayContaining([-32000, -32001, -32002, -32020]),
    );
  });

  it('writes the page, and says so on stderr only', async () => {
    const file = join(folder, 'map.html');
    expect(await run(['collisions', '--html', file])).toEqual({
      code: 0,
      out: '',
      err: `wrote ${file}\n`,
    });
    expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/);
  });

  it('writes the page and prints JSON, if asked for both', async () => {
    const file = join(folder, 'both.html');
    const { out } = await run(['collisions', '--json', '--html', file]);
    expect(JSON.parse(out)).toHaveProperty('collisions');
    expect(readFileSync(file, 'utf8')).toContain('-32001');
  });

  it.each([
    ['a missing folder', join(folder, 'nowhere', 'x.html'), 'there is no folder'],
    ['a folder', folder, 'it is a folder; name a file in it'],
    ['a file as folder', join(folder, 'map.html', 'x.html'), 'is not a folder'],
    ['no name', '', 'the name of the file to write is empty'],
  ])('refuses %s', async (_, file, message) => {
    const { code, out, err } = await run(['collisions', '--html', file]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});
