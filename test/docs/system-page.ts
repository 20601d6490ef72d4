import { readFileSync } from 'node:fs';
import { createTerminal, runCli } from '@errata/cli';
import { describe, expect, it } from 'vitest';
import { insertParts } from '../../scripts/docs/markdown.js';

/** `docs/systems/<system>.md`, and the text under one of its headings of the second level. */
export function readPage(system: string) {
  const page = readFileSync(new URL(`../../docs/systems/${system}.md`, import.meta.url), 'utf8');
  const sectionOf = (heading: string): string => {
    const found = page.split(/^## /m).find((section) => section.startsWith(`${heading}\n`));
    if (found === undefined) throw new Error(`The page has no section “${heading}”.`);
    return found;
  };
  return { page, sectionOf };
}

/** What the page of every system has to be. */
export function describePage(system: string, parts: Readonly<Record<string, () => string>>): void {
  const { page, sectionOf } = readPage(system);

  describe('the page about the system', () => {
    it('has the tables as they are generated now', () => {
      expect(insertParts(page, parts)).toBe(page);
      for (const render of Object.values(parts)) expect(page).toContain(`\n\n${render()}\n\n<!--`);
    });

    it('is written again if a table is old', () => {
      const generated = /(<!-- generated: \S+ -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g;
      const old = page.replace(generated, '$1old');
      expect(old).not.toBe(page);
      expect(insertParts(old, parts)).toBe(page);
    });

    it('names every flag of the command and every variable, and no other', async () => {
      const flags = (text: string) => new Set(text.match(/(?<![\w-])--[a-z][a-z-]+/g));
      const help = await helpOf('serve', system);
      const there = [...flags(help)].filter((flag) => flag !== '--help');
      expect([...flags(sectionOf('All flags'))].sort()).toEqual(there.sort());
      for (const [variable] of help.matchAll(/ERRATA_\w+/g)) expect(page).toContain(variable);
    });
  });
}

/** The rows of a table, without its head. */
export const rowsOf = (table: string): string[] => table.split('\n').slice(2);

async function helpOf(...command: string[]): Promise<string> {
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  await runCli([...command, '--help'], createTerminal({ stdout: stream, stderr: stream, env: {} }));
  return text;
}
