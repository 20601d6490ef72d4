import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readSources, ROOT } from './import-graph.js';

/** The types, interfaces and classes that the text of a file declares and exports. */
function exportedTypes(text: string): string[] {
  const { statements } = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest);
  const listed = new Set(statements.flatMap(namesOfExportList));
  return statements.filter(isTypeDeclaration).flatMap(({ name, modifiers }) => {
    if (name === undefined) return [];
    const isExported = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
    return isExported || listed.has(name.text) ? [name.text] : [];
  });
}

function isTypeDeclaration(statement: ts.Statement) {
  return (
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isClassDeclaration(statement)
  );
}

/** `export { A }` exports a declaration of this file; `export { A } from './a.js'` declares nothing. */
function namesOfExportList(statement: ts.Statement): string[] {
  if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) return [];
  const clause = statement.exportClause;
  if (clause === undefined || !ts.isNamedExports(clause)) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** The names that files of more than one package export, with those files. */
function findHomonyms(files: readonly { path: string; types: readonly string[] }[]) {
  const paths = new Map<string, string[]>();
  for (const { path, types } of files) {
    for (const name of types) paths.set(name, [...(paths.get(name) ?? []), path]);
  }
  const packageOf = (path: string) => path.split('/')[1];
  return new Map([...paths].filter(([, found]) => new Set(found.map(packageOf)).size > 1));
}

describe('the types that a file exports', () => {
  it.each([
    ['export type A = 1; export interface B {} export class C {}', ['A', 'B', 'C']],
    ['export abstract class A {} class B {} interface C {} type D = 1;', ['A']],
    ['interface A {} class B {} export type { A }; export { B as C };', ['A', 'B']],
    [
      "export type { A } from './a.js'; export * from './b.js'; import type { C } from './c.js';",
      [],
    ],
    ['export const a = 1; export function b() {} export default class {}', []],
  ])('of %j are %j', (text, names) => {
    expect(exportedTypes(text)).toEqual(names);
  });
});

describe('one meaning per type name', () => {
  const files = ['packages', 'systems'].flatMap((kind) =>
    readdirSync(join(ROOT, kind)).flatMap((name) =>
      readSources(`${kind}/${name}`)
        .filter(({ path, isTest }) => /^\w+\/[\w-]+\/(src|lab)\//.test(path) && !isTest)
        .map(({ path }) => ({
          path,
          types: exportedTypes(readFileSync(join(ROOT, path), 'utf8')),
        })),
    ),
  );
  const homonyms = findHomonyms(files);

  it('no two packages export different types under one name: add a qualifier (`ServerSession`, not `Session`)', () => {
    expect(files.flatMap(({ types }) => types).length).toBeGreaterThan(500);
    expect([...homonyms].map(([name, paths]) => `${name}: ${paths.join(', ')}`)).toEqual([]);
  });

  it('a name is a homonym across packages, not within one', () => {
    const found = findHomonyms([
      { path: 'packages/a/src/x.ts', types: ['Twice', 'Both'] },
      { path: 'packages/a/lab/y.ts', types: ['Twice'] },
      { path: 'systems/b/src/z.ts', types: ['Both', 'Own'] },
    ]);
    expect([...found]).toEqual([['Both', ['packages/a/src/x.ts', 'systems/b/src/z.ts']]]);
  });
});
