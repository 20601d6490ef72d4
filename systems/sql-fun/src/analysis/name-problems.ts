import { notAllowed } from './not-allowed.js';
import { closest } from '../text/index.js';
import type { Session } from './model.js';
import type { Level, Resolution } from './resolve.js';
import type { Source } from './source.js';

/** A level that also knows what is in FROM without being visible. */
interface Searched extends Level {
  readonly session: Session;
  readonly sources: readonly Source[];
  readonly outer: Searched | undefined;
}

/** Says why a reference means nothing. Where MCP may not see all columns, that is all it says. */
export function reportUnresolved(
  found: Resolution,
  scope: Searched,
  parts: readonly string[],
  location: number | undefined,
): void {
  const name = parts.join('.');
  const { session } = scope;
  switch (found.kind) {
    case 'ambiguous': {
      const message = `More than one source has a column ${name}; say which one is meant.`;
      session.report({ code: 'ambiguous', target: 'column', name, message, location });
      return;
    }
    case 'ambiguous_alias': {
      const alias = parts.slice(0, -1).join('.') || name;
      const message = `More than one source in FROM is called ${alias}.`;
      session.report({ code: 'ambiguous', target: 'alias', name: alias, message, location });
      return;
    }
    case 'out_of_reach':
      reportOutOfReach(found.source, scope, location);
      return;
    case 'no_column':
      reportMissingColumn(found.source, scope, parts, location);
      return;
    case 'no_source':
      reportMissingSource(scope, parts, location);
  }
}

/** Whoever has more errors in a query than this has not written it by hand. */
const MOST_SUGGESTED = 20;

function reportMissingColumn(
  source: Source | undefined,
  scope: Searched,
  parts: readonly string[],
  location: number | undefined,
): void {
  const name = parts.join('.');
  const column = parts.at(-1) ?? '';
  const sources = source ? [source] : visible(scope);
  const candidates = sources.flatMap((each) => each.refs().map((ref) => ref.column.name));
  const prefix = parts.slice(0, -1).map((part) => `${part}.`);
  const near =
    scope.session.errors > MOST_SUGGESTED
      ? []
      : closest(column, candidates).map((each) => prefix.join('') + each);
  if (sources.some(({ hides }) => hides)) throw notAllowed('column', name, near);
  const one = sources.length === 1 ? sources[0] : undefined;
  const table = one?.relation?.name ?? one?.name;
  const message =
    one?.name === undefined
      ? `There is no column ${column} here.`
      : `${described(one)} has no column ${column}.`;
  scope.session.report({
    code: 'not_found',
    target: 'column',
    name,
    message,
    ...(table !== undefined && { table }),
    ...meant(near),
    location,
  });
}

function reportMissingSource(
  scope: Searched,
  parts: readonly string[],
  location: number | undefined,
): void {
  const name = parts.slice(0, -1).join('.');
  const bare = parts.at(-2);
  for (let level: Searched | undefined = scope; level; level = level.outer) {
    for (const source of level.sources) {
      if (source.name === bare && parts.length === 2) {
        reportOutOfReach(source, scope, location);
        return;
      }
      if (source.relation?.name !== bare || !source.aliased || source.name === undefined) continue;
      const message = `${bare} is called ${source.name} here: the alias hides the name of the table.`;
      const suggestion = { didYouMean: [source.name] };
      scope.session.report({
        code: 'not_found',
        target: 'alias',
        name,
        message,
        ...suggestion,
        location,
      });
      return;
    }
  }
  const candidates = named(scope);
  const message = `Nothing in FROM is called ${name}.`;
  const suggestion = meant(closest(bare ?? '', candidates));
  scope.session.report({
    code: 'not_found',
    target: 'alias',
    name,
    message,
    ...suggestion,
    location,
  });
}

function reportOutOfReach(source: Source, scope: Searched, location: number | undefined): void {
  const name = source.name ?? 'it';
  const message = `${name} is in FROM, but cannot be used in this part of the query; a subquery needs LATERAL for that.`;
  scope.session.report({ code: 'misplaced', target: 'alias', name, message, location });
}

function described(source: Source): string {
  const { relation, name = '' } = source;
  return relation && relation.name !== name ? `${relation.name} (${name})` : name;
}

function visible(scope: Searched): Source[] {
  const sources: Source[] = [];
  for (let level: Searched | undefined = scope; level; level = level.outer) {
    for (const { source, bare } of level.items) if (bare) sources.push(source);
  }
  return sources;
}

function named(scope: Searched): string[] {
  const found: string[] = [];
  for (let level: Searched | undefined = scope; level; level = level.outer) {
    for (const { source, byName } of level.items) {
      if (byName && source.name !== undefined) found.push(source.name);
    }
  }
  return found;
}

/** A member only where there is something to say. */
export function meant(didYouMean: readonly string[]): { didYouMean?: readonly string[] } {
  return didYouMean.length > 0 ? { didYouMean } : {};
}
