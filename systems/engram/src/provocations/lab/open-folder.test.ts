import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFolder } from './open-folder.js';

it('a temporary folder is removed with what is in it, by hand or with the process', async () => {
  const before = process.listeners('exit');
  const folders = [await openFolder('errata-folder-'), await openFolder('errata-folder-')] as const;
  for (const { path } of folders) writeFileSync(join(path, 'logbook.db'), 'x');
  const [, atExit] = process.listeners('exit').filter((each) => !before.includes(each));
  await folders[0].remove();
  expect(existsSync(folders[0].path)).toBe(false);
  atExit?.call(process, 0);
  expect(existsSync(folders[1].path)).toBe(false);
  await folders[1].remove();
  expect(process.listeners('exit')).toEqual(before);
});
