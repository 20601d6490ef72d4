import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './registry.js';

/** A door as the README has it. */
export interface Door {
  readonly commands: readonly string[];
  /** The program that it shows, if any. */
  readonly program: string | undefined;
}

/** The section of the README under this heading. */
export function readDoor(heading: string): Door {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const [, section] = page.split(`\n### ${heading}\n`);
  if (section === undefined) throw new Error(`README.md has no section "${heading}"`);
  const [own = ''] = section.split(/\n##/);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(own) ?? [];
  const [, program] = /<!-- examples\/\S+ -->\n\n```js\n([\s\S]*?)```/.exec(own) ?? [];
  return { commands: block.split('\n').filter((line) => line !== ''), program };
}
