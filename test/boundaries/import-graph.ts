import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly isTest: boolean;
  /** Specifiers of other packages, as written. */
  readonly packages: readonly string[];
  /** Files of this repository, by path. */
  readonly files: readonly string[];
}

/** Every TypeScript and JavaScript file below a folder, with what it imports. */
export function readSources(folder: string): SourceFile[] {
  return listFiles(join(ROOT, folder)).map((file) => {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    const specifiers = importedFiles.map(({ fileName }) => fileName);
    return {
      path: toPath(file),
      isTest: /\.(test|drill)\.ts$|\/testing\//.test(file),
      packages: specifiers.filter((name) => !name.startsWith('.')),
      files: specifiers
        .filter((name) => name.startsWith('.'))
        .map((name) => toPath(resolve(dirname(file), name).replace(/\.js$/, '.ts'))),
    };
  });
}

/** The first cycle among files, as the list of files on it, or undefined. */
export function findCycle(sources: readonly SourceFile[]): string[] | undefined {
  const graph = new Map(sources.map(({ path, files }) => [path, files]));
  const finished = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (finished.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const cycle = visit(next, [...trail, path]);
      if (cycle !== undefined) return cycle;
    }
    finished.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const cycle = visit(path, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}

/** The package that a specifier names: `@errata/core/internal` is `@errata/core`. */
export function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]!;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : listFiles(path);
    return /\.(ts|js)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function toPath(file: string): string {
  return relative(ROOT, file).replaceAll('\\', '/');
}
