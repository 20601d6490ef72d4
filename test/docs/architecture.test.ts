import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PATHS, trace, type Trace } from '../../scripts/trace/trace.js';
import { compareWalk, readWalk } from './walk.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const sections = readWalk(page);

describe('the walk in docs/architecture.md', () => {
  let traces: readonly Trace[];
  beforeAll(async () => {
    // As a user runs it: masked exceptions are printed by default.
    vi.stubEnv('ERRATA_DEV', undefined);
    traces = await trace();
    vi.unstubAllEnvs();
  });

  it('has a section for every path', () => {
    expect(sections.flatMap(({ paths }) => paths).sort()).toEqual(
      PATHS.map(({ name }) => name).sort(),
    );
  });

  it.each(PATHS.map(({ name }) => name))('is what the trace of %s shows', (name) => {
    expect(
      compareWalk(
        name,
        sections,
        traces.find((one) => one.name === name)!,
      ),
    ).toEqual([]);
  });

  it.each(PATHS.filter(({ goal }) => goal !== undefined))(
    'is as short as it should be: $name',
    ({ name, goal }) => {
      const { files, calls } = traces.find((one) => one.name === name)!;
      expect(files.length).toBeLessThanOrEqual(goal!.files);
      expect(calls).toBeLessThanOrEqual(goal!.calls);
    },
  );

  it('follows a request that fails as declared', () => {
    for (const { reply } of traces) {
      expect(reply).toContain('"mcp_error_code":"DEVICE_UNREACHABLE"');
      expect(JSON.parse(reply)).toHaveProperty('id', 3);
    }
  });
});

describe('the map in docs/architecture.md', () => {
  const [, map = ''] = /^```\n(packages\/core [\s\S]*?)^```$/m.exec(page) ?? [];
  const folders = ['packages', 'systems'].flatMap((kind) =>
    readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}`),
  );

  /** The folders in a folder, without the helpers of tests; itself where it has only files. */
  const foldersIn = (folder: string, name: string): readonly string[] => {
    const path = join(ROOT, folder, name);
    if (!existsSync(path)) return [];
    const inside = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map((entry) => `${name}/${entry.name}`);
    return inside.length === 0 && name === 'lab' ? [name] : inside;
  };

  it.each(folders)('names every folder of %s, and no other', (folder) => {
    const [section = ''] = map.split(/\n(?=\S)/).filter((part) => part.startsWith(`${folder} `));
    const named = [...section.matchAll(/(?<![\w/])(src\/[\w-]+|lab(?:\/[\w-]+)?)\//g)];
    const there = ['src', 'lab'].flatMap((name) => foldersIn(folder, name));
    expect(named.map(([, name]) => name).sort()).toEqual(there.sort());
  });

  it.each(['test', 'scripts'])('names every folder of %s, and no other', (folder) => {
    const [section = ''] = map.split(/\n(?=\S)/).filter((part) => part.startsWith(`${folder}/ `));
    const named = [...section.matchAll(/^ {2}([\w-]+)\//gm)].map(([, name]) => `${folder}/${name}`);
    expect(named.sort()).toEqual([...foldersIn('', folder)].sort());
  });
});

describe('the comparison', () => {
  const walk = (...files: string[]) => [
    { paths: ['core-server'], files: ['core/a.ts'] },
    { paths: ['x'], files },
  ];
  const traced = (...files: [file: string, calls: number][]) => ({
    files: files.map(([file, calls]) => ({ file: `packages/${file}`, calls })),
  });

  it('accepts files in the order of the trace, with others between them', () => {
    const files = traced(['core/src/a.ts', 1], ['core/src/b.ts', 1], ['kit/src/c.ts', 1]);
    expect(compareWalk('x', walk('core/a.ts', 'kit/c.ts'), files)).toEqual([]);
  });

  it('names a file that is not in the trace', () => {
    expect(compareWalk('x', walk('kit/gone.ts'), traced(['core/src/a.ts', 1]))).toEqual([
      'x does not enter kit/gone.ts: take it out of the steps, or name the file that has its work now',
    ]);
  });

  it('names a file that is entered before the one in front of it', () => {
    const files = traced(['core/src/a.ts', 1], ['kit/src/b.ts', 1]);
    expect(compareWalk('x', walk('kit/b.ts', 'core/a.ts'), files)).toEqual([
      'x enters core/a.ts before kit/b.ts: name them in that order',
    ]);
  });

  it('names a file with many calls that no step has', () => {
    const files = traced(['core/src/a.ts', 99], ['kit/src/b.ts', 21], ['kit/src/c.ts', 20]);
    expect(compareWalk('x', walk(), files)).toEqual([
      'x calls functions of kit/b.ts 21 times: name it in a step of x',
    ]);
  });

  it('reads the files of numbered steps only', () => {
    const text =
      '### A\n\n`npm run trace -- a b`\n\n1. `core/a.ts` and\n   `kit/b/c.ts`.\n2. `d.ts`\n\nNot `core/e.ts`.\n\n### B\n';
    expect(readWalk(text)).toEqual([{ paths: ['a', 'b'], files: ['core/a.ts', 'kit/b/c.ts'] }]);
  });
});
