import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What an installation takes. */
export interface Size {
  readonly packages: number;
  readonly kilobytes: number;
}

/** What npm has installed in a folder, without what was there before. */
export function measure(folder: string, before: Size = { packages: 0, kilobytes: 0 }): Size {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return { packages: 0, kilobytes: 0 };
  const lock = readFileSync(join(modules, '.package-lock.json'), 'utf8');
  const installed = Object.keys((JSON.parse(lock) as { packages: object }).packages);
  const files = readdirSync(modules, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return {
    packages: installed.length - before.packages,
    kilobytes: Math.round(bytes / 1000) - before.kilobytes,
  };
}

const HEAD = '| door | packages | installed |\n| --- | --- | --- |\n';
const TABLE = /(<!-- sizes -->\n\n)[\s\S]*?(\n\n<!-- \/sizes -->)/;
const ROW = /^\| (.+?) +\| (\d+) +\| ([\d,]+) kB +\|$/gm;

/** The page with this table. */
export function writeSizes(page: string, sizes: Readonly<Record<string, Size>>): string {
  const rows = Object.entries(sizes).map(
    ([door, { packages, kilobytes }]) =>
      `| ${door} | ${packages} | ${kilobytes.toLocaleString('en')} kB |`,
  );
  return page.replace(
    TABLE,
    (_, start: string, end: string) => start + HEAD + rows.join('\n') + end,
  );
}

export function readSizes(page: string): Readonly<Record<string, Size>> {
  const [table = ''] = TABLE.exec(page) ?? [];
  return Object.fromEntries(
    [...table.matchAll(ROW)].map(([, door, packages, kilobytes]) => [
      door!,
      { packages: Number(packages), kilobytes: Number(kilobytes!.replaceAll(',', '')) },
    ]),
  );
}
