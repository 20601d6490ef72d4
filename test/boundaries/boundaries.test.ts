import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawPackages, readImportTable } from '../../scripts/docs/import-table.js';
import { findCycle, packageOf, readSources, ROOT, type SourceFile } from './import-graph.js';

/** Who may import whom. A package that is not in the table of docs/architecture.md may not exist. */
const {
  packages: PACKAGES,
  systems: SYSTEMS,
  layers: LAYERS,
} = readImportTable(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8'));

const ALL: Record<string, readonly string[]> = { ...PACKAGES, ...SYSTEMS };

const folderOf = (name: string) =>
  Object.hasOwn(SYSTEMS, name) ? `systems/${name}` : `packages/${name}`;

/** Packages that must run anywhere: nothing of Node, not even by type. */
const UNIVERSAL = ['core', 'catalogs'];

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

/** What a package ships: its product, and the lab that a system is simulated and proved with. */
const sourcesOf = (name: string) =>
  ['src', 'lab']
    .map((folder) => `${folderOf(name)}/${folder}`)
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap(readSources);

const isLab = (path: string) => /^systems\/[^/]+\/lab\//.test(path);

const layerOf = (path: string) => /^packages\/core\/src\/(\w+)\//.exec(path)?.[1];

function violations(
  sources: readonly SourceFile[],
  breaks: (file: SourceFile) => readonly string[],
): string[] {
  return sources.flatMap((file) =>
    breaks(file).map((imported) => `${file.path} imports ${imported}`),
  );
}

describe('the import table', () => {
  it.each([
    ['packages', PACKAGES],
    ['systems', SYSTEMS],
  ])('names every folder of %s', (folder, table) => {
    expect(readdirSync(join(ROOT, folder)).sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.keys(ALL))('lets %s import only the packages below it', (name) => {
    const allowed = ALL[name]!.map((other) => `@errata/${other}`);
    const shipped = sourcesOf(name).filter(({ isTest }) => !isTest);
    const wrong = violations(shipped, ({ packages }) =>
      packages.filter((used) => used.startsWith('@errata/') && !allowed.includes(packageOf(used))),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(ALL))('lets %s reach no file of another package by path', (name) => {
    const own = [`${folderOf(name)}/src/`, `${folderOf(name)}/lab/`];
    const wrong = violations(sourcesOf(name), ({ files }) =>
      files.filter((file) => !own.some((folder) => file.startsWith(folder))),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(ALL))('lets the product of %s import nothing of a lab', (name) => {
    const product = sourcesOf(name).filter(({ path, isTest }) => !isTest && !isLab(path));
    const wrong = violations(product, ({ files, packages }) => [
      ...files.filter(isLab),
      // The commands `errata sim` and `errata prove` load labs when they are asked for.
      ...(name === 'cli' ? [] : packages.filter((used) => used.endsWith('/lab'))),
    ]);
    expect(product.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it.each(Object.keys(LAYERS))(
    'lets the layer %s of core import only the layers below it',
    (layer) => {
      const own = sourcesOf('core').filter(({ path }) => layerOf(path) === layer);
      const wrong = violations(own, ({ files }) =>
        files.filter((file) => {
          const target = layerOf(file);
          if (target === layer) return false;
          // Other layers are used through their front door only.
          return !LAYERS[layer]!.includes(target ?? '') || !file.endsWith(`/${target}/index.ts`);
        }),
      );
      expect(own.length).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
    },
  );

  it('lets no package import itself or one above it', () => {
    const order = Object.keys(ALL);
    const unknown = order.flatMap((name) => ALL[name]!.filter((other) => !order.includes(other)));
    expect(unknown).toEqual([]);
    const cycle = order.map((path) => ({
      path,
      files: ALL[path]!,
      packages: [],
      isTest: false,
    }));
    expect(findCycle(cycle)).toBeUndefined();
  });

  it('names only layers that exist', () => {
    const known = Object.keys(LAYERS);
    expect(
      Object.values(LAYERS)
        .flat()
        .filter((layer) => !known.includes(layer)),
    ).toEqual([]);
  });

  it('fails on a row that it cannot read', () => {
    const head = '| package or layer | may import |\n| --- | --- |\n';
    expect(() => readImportTable(`${head}| core | nothing |`)).toThrow('| core | nothing |');
    expect(() => readImportTable('# Architecture')).toThrow('has no table');
    expect(readImportTable(`${head}| \`a\` | b, c |\n\ntext`).packages).toEqual({
      a: ['b', 'c'],
    });
  });

  it('is drawn without arrows that follow from others', () => {
    const table = { layers: {}, packages: { a: [], b: ['a'], c: ['a', 'b'] }, systems: {} };
    expect(drawPackages(table).match(/.-->.*/g)).toEqual([' --> a', ' --> b']);
  });

  it('has a layer for every folder of core', () => {
    const folders = readdirSync(join(ROOT, 'packages/core/src'), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(LAYERS).sort());
  });
});

it('no example imports an internal entry point', () => {
  const wrong = violations(readSources('examples'), ({ packages }) =>
    packages.filter((name) => name.endsWith('/internal')),
  );
  expect(wrong).toEqual([]);
});

describe('what is imported is declared', () => {
  it.each([...Object.keys(ALL).map(folderOf), 'bench', 'examples'])('in %s', (folder) => {
    // npm hoists, so an undeclared import would run here and fail at the user's.
    const { dependencies = {}, peerDependencies = {} } = readManifest(folder);
    const shipped = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
    const tools = new Set(Object.keys(readManifest('.').devDependencies ?? {}));
    const wrong = violations(readSources(folder), ({ packages, isTest }) =>
      packages.filter((used) => {
        if (used.startsWith('node:')) return false;
        const name = packageOf(used);
        const helps = isTest && (tools.has(name) || name.startsWith('@errata/'));
        return !shipped.has(name) && !helps;
      }),
    );
    expect(wrong).toEqual([]);
  });

  it.each(UNIVERSAL)('and %s uses nothing of Node', (name) => {
    const sources = sourcesOf(name).filter(({ isTest }) => !isTest);
    expect(
      violations(sources, ({ packages }) => packages.filter((used) => used.startsWith('node:'))),
    ).toEqual([]);
  });

  it('and core depends on no package at all', () => {
    expect(readManifest('packages/core').dependencies).toBeUndefined();
    const sources = sourcesOf('core').filter(({ isTest }) => !isTest);
    expect(violations(sources, ({ packages }) => packages)).toEqual([]);
  });

  it('and no test helper is imported by what is shipped', () => {
    const sources = Object.keys(ALL).flatMap(sourcesOf);
    const wrong = violations(
      sources.filter(({ isTest }) => !isTest),
      ({ files }) => files.filter((file) => /\/testing\/|\.test\.ts$/.test(file)),
    );
    expect(wrong).toEqual([]);
  });
});

describe('cycles', () => {
  it.each(Object.keys(ALL))('are absent in %s', (name) => {
    expect(findCycle(sourcesOf(name))).toBeUndefined();
  });

  it('are found', () => {
    const file = (path: string, ...files: string[]) => ({
      path,
      files,
      packages: [],
      isTest: false,
    });
    expect(findCycle([file('a', 'b'), file('b', 'c'), file('c', 'a')])).toEqual([
      'a',
      'b',
      'c',
      'a',
    ]);
    expect(findCycle([file('a', 'b', 'c'), file('b', 'c'), file('c')])).toBeUndefined();
  });
});
