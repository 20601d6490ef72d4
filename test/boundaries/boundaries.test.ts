import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCycle, packageOf, readSources, ROOT, type SourceFile } from './import-graph.js';

/** Who may import whom, by package. The table of docs/architecture.md; a package that is not here may not exist. */
const PACKAGES: Record<string, readonly string[]> = {
  core: [],
  catalogs: ['core'],
  edges: ['core', 'catalogs'],
  mcp: ['core', 'catalogs', 'edges'],
  store: [],
  prove: ['core', 'catalogs'],
  check: ['core', 'catalogs', 'prove'],
  kit: ['core', 'catalogs', 'edges'],
  system: ['core'],
  cli: ['core', 'catalogs', 'edges', 'prove', 'check', 'routeros', 'engram', 'erlmcp', 'sql-fun'],
};

/** The same for the systems: each stands on the packages, none on another system. */
const SYSTEMS: Record<string, readonly string[]> = {
  routeros: ['core', 'catalogs', 'edges', 'mcp', 'prove', 'store', 'system'],
  engram: ['core', 'catalogs', 'edges', 'mcp', 'prove', 'store', 'system'],
  erlmcp: ['core', 'catalogs', 'edges', 'kit', 'prove', 'system'],
  'sql-fun': ['core', 'catalogs', 'edges', 'kit', 'prove', 'system'],
};

const ALL: Record<string, readonly string[]> = { ...PACKAGES, ...SYSTEMS };

const folderOf = (name: string) =>
  Object.hasOwn(SYSTEMS, name) ? `systems/${name}` : `packages/${name}`;

/** The layers inside core, lowest first: each may use the ones named. */
const LAYERS: Record<string, readonly string[]> = {
  era: [],
  codec: ['era'],
  fault: ['era', 'codec'],
  catalog: ['era', 'codec', 'fault'],
  contract: ['era', 'codec', 'fault', 'catalog'],
  server: ['era', 'codec', 'fault', 'catalog', 'contract'],
  client: ['era', 'codec', 'fault', 'catalog', 'contract'],
};

/** Packages that must run anywhere: nothing of Node, not even by type. */
const UNIVERSAL = ['core', 'catalogs'];

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const sourcesOf = (name: string) => readSources(`${folderOf(name)}/src`);

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
  ])('names every one of the %s there is', (folder, table) => {
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
    const wrong = violations(sourcesOf(name), ({ files }) =>
      files.filter((file) => !file.startsWith(`${folderOf(name)}/src/`)),
    );
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

  it('has a layer for every folder of core', () => {
    const folders = readdirSync(join(ROOT, 'packages/core/src'), { withFileTypes: true });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(LAYERS).sort());
  });
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

  it('are found where there is one', () => {
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
