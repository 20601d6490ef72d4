import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './registry.js';

/** The section of the README under this heading: its commands, and the program that it shows, if any. */
export function readDoor(heading: string) {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, section] = page.split(`\n### ${heading}\n`);
  if (section === undefined) throw new Error(`README.md has no section "${heading}"`);
  const [own = ''] = section.split(/\n##/);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(own) ?? [];
  const [, program] = /<!-- examples\/\S+ -->\n\n```js\n([\s\S]*?)```/.exec(own) ?? [];
  return { commands: block.split('\n').filter((line) => line !== ''), program };
}
