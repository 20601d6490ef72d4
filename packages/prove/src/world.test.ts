import { existsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolder, openWorld } from './world.js';

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

describe('a world', () => {
  const cell = { transport: 'stdio', era: '2025-11-25' } as const;
  const part = (name: string, closed: string[]) => ({
    close: () => Promise.resolve(void closed.push(name)),
  });

  it('closes its parts last added first, its folder at the end, and those after a failed one', async () => {
    const closed: string[] = [];
    const world = await openWorld(cell, ['node'], ({ add, folder }) => {
      add(part('database', closed));
      add({ close: () => Promise.reject(new Error('stuck')) });
      add(part('server', closed));
      return { folder };
    });
    expect(existsSync(world.folder)).toBe(true);
    await expect(world.close()).rejects.toMatchObject({
      message: 'the world did not close',
      errors: [new Error('stuck')],
    });
    expect(closed).toEqual(['server', 'database']);
    expect(existsSync(world.folder)).toBe(false);
  });

  it('is closed where it cannot be built, and closes what starts too late', async () => {
    const closed: string[] = [];
    let later = (): unknown => undefined;
    const opening = openWorld(cell, ['node'], ({ add }) => {
      add(part('database', closed));
      later = () => add(part('server', closed));
      throw new Error('no port');
    });
    await expect(opening).rejects.toThrow('no port');
    later();
    expect(closed).toEqual(['database', 'server']);
  });

  it.each([
    [undefined, ['node'], {}],
    ['tool', ['node', '--tool-failures', 'tool'], {}],
    ['rpc', ['node', '--tool-failures', 'rpc'], { clientInfo: expect.anything() }],
    ['by-host', ['node', '--tool-failures', 'by-host'], { clientInfo: expect.anything() }],
  ] as const)('starts servers for tool failures as %s', async (form, command, client) => {
    const chosen = { ...cell, ...(form !== undefined && { toolFailures: form }) };
    const world = await openWorld(chosen, ['node'], (base) => ({ base }));
    await world.close();
    expect(world.base).toMatchObject({ command, client });
    expect(Object.keys(world.base.client)).toEqual(Object.keys(client));
  });
});
