import type { Meaning } from '@errata/catalogs';
import { plain } from '../closest.js';
import { eraLabel } from './eras.js';

/** Parties that use a number under one name: what they say about it, each text once. */
export interface NameGroup {
  readonly name: string;
  readonly who: readonly string[];
  readonly meanings: readonly Meaning[];
  readonly texts: readonly string[];
  /** Never on the wire, retired, deprecated, only an example. */
  readonly remarks: readonly string[];
  readonly strategies: readonly string[];
}

/** The meanings of a number by name. `NOT_FOUND` and `NotFound` are one name, on the wire and off it are two. */
export function groupByName(meanings: readonly Meaning[]): readonly NameGroup[] {
  const groups = new Map<string, Meaning[]>();
  for (const meaning of meanings) {
    const key = `${plain(meaning.name)} ${meaning.where === 'local'}`;
    groups.set(key, [...(groups.get(key) ?? []), meaning]);
  }
  return [...groups.values()].map((group) => ({
    name: group[0]!.name,
    who: unique(group.map(({ who }) => who)),
    meanings: group,
    texts: textsOf(group),
    remarks: unique(group.flatMap(remarksOf)),
    strategies: unique(group.flatMap(({ strategy }) => strategy ?? [])),
  }));
}

export function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** Each text once; where it is not what all of them say, with the parties whose it is. */
function textsOf(group: readonly Meaning[]): readonly string[] {
  const texts = new Map<string, Set<string>>();
  for (const { meaning, name, who } of group) {
    if (saysNoMore(meaning, name)) continue;
    texts.set(meaning, (texts.get(meaning) ?? new Set()).add(who));
  }
  const all = new Set(group.map(({ who }) => who)).size;
  return [...texts].map(([text, who]) =>
    who.size < all ? `${[...who].join(', ')}: ${text}` : text,
  );
}

/** `A resource was not found` says no more than `ResourceNotFound`. */
function saysNoMore(meaning: string, name: string): boolean {
  const words = plain(meaning.replaceAll(/\b(?:a|an|the|is|was|were)\b/gi, ''));
  return words === plain(name) || words === plain(name).replace(/error$/, '');
}

function remarksOf({ where, status, eras }: Meaning): string[] {
  const local = where === 'local' ? ['never on the wire'] : [];
  switch (status) {
    case 'example':
      return [...local, 'only an example'];
    case 'retired':
      return [...local, `retired in ${eraLabel(eras)}`];
    case 'deprecated':
      return [...local, 'deprecated'];
    default:
      return local; // in use; a draft says so by its name
  }
}
