import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = ['core', 'catalogs', 'edges', 'observe', 'mcp', 'kit'];

/** Types, and options of functions, whose members people write: hovering one tells what it is. */
const WRITTEN = [
  ['@errata/core', 'DefinitionInput'],
  ['@errata/core', 'defineContract'],
  ['@errata/core', 'createServer'],
  ['@errata/mcp', 'GuardOptions'],
] as const;

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
}

/** The declarations that users get, by entry point. */
const ENTRIES = PACKAGES.flatMap((name) => {
  const folder = join(ROOT, 'packages', name);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports)
    .filter(([path]) => !path.startsWith('./internal'))
    .map(([path, { types }]) => ({
      entry: `@errata/${name}${path.slice(1)}`,
      file: join(folder, types),
    }));
});

const program = ts.createProgram(
  ENTRIES.map(({ file }) => file),
  { module: ts.ModuleKind.NodeNext, skipLibCheck: true, noEmit: true },
);
const checker = program.getTypeChecker();

const isDescribed = (symbol: ts.Symbol) =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== '';

const isOurs = (symbol: ts.Symbol) =>
  symbol.declarations?.some((one) => one.getSourceFile().fileName.startsWith(ROOT + 'packages'));

function exportsOf(file: string): ts.Symbol[] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker
    .getExportsOfModule(module)
    .map((one) => (one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one))
    .filter(isOurs);
}

/** The members of a type, or of the first parameter of a function. */
function membersOf(symbol: ts.Symbol): readonly ts.Symbol[] {
  const [call] = checker.getTypeOfSymbol(symbol).getCallSignatures();
  return call === undefined
    ? checker.getDeclaredTypeOfSymbol(symbol).getProperties()
    : checker.getTypeOfSymbol(call.parameters[0]!).getProperties();
}

describe('a public name is described where it is declared', () => {
  it.each(ENTRIES)('$entry', ({ file }) => {
    const names = exportsOf(file);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((one) => !isDescribed(one)).map(({ name }) => name)).toEqual([]);
  });

  it.each(WRITTEN)('and so is every member of %s %s', (from, wanted) => {
    const { file } = ENTRIES.find(({ entry }) => entry === from)!;
    const found = exportsOf(file).find(({ name }) => name === wanted);
    const members = membersOf(found!);
    expect(members.length).toBeGreaterThan(3);
    expect(members.filter((one) => !isDescribed(one)).map(({ name }) => name)).toEqual([]);
  });
});
