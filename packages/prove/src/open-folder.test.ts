import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder } from './run-cell.js';

describe('a temporary folder', () => {
  it('is removed with all that is in it, and leaves nothing to do at the end of the process', async () => {
    const before = process.listenerCount('exit');
    const folder = await openFolder('errata-folder-');
    expect(basename(folder.path)).toMatch(/^errata-folder-/);
    writeFileSync(join(folder.path, 'fleet.db'), 'x');
    await folder.remove();
    expect(existsSync(folder.path)).toBe(false);
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('is removed where the process ends first', async () => {
    const before = process.listeners('exit');
    const folder = await openFolder('errata-folder-');
    writeFileSync(join(folder.path, 'fleet.db'), 'x');
    const [atExit] = process.listeners('exit').filter((each) => !before.includes(each));
    atExit?.call(process, 0);
    expect(existsSync(folder.path)).toBe(false);
    await folder.remove();
    expect(process.listeners('exit')).toEqual(before);
  });
});
