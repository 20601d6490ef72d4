import type { NumberReport } from '@errata/catalogs';
import type { Meaning, NumberVerdict } from '@errata/catalogs/collisions';
import { ERAS, type Era, type Strategy } from '@errata/core';
import { plain } from '../closest.js';

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

/** Each text once; with its parties, if they do not all agree. */
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

const REVISIONS: readonly Era[] = ERAS.filter((era) => era !== 'jsonrpc');

/** `every era`, `jsonrpc, 2024-11-05 to 2025-11-25`: a run of revisions is written as its ends. */
export function eraLabel(eras: readonly Era[]): string {
  if (ERAS.every((era) => eras.includes(era))) return 'every era';
  if (eras.length > 1 && sameEras(eras, REVISIONS)) return 'every MCP revision';
  const runs: Era[][] = [];
  for (const era of REVISIONS.filter((one) => eras.includes(one))) {
    const run = runs.at(-1);
    if (run !== undefined && REVISIONS.indexOf(era) === REVISIONS.indexOf(run.at(-1)!) + 1) {
      run.push(era);
    } else runs.push([era]);
  }
  const labels = runs.map((run) =>
    run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '),
  );
  return [...(eras.includes('jsonrpc') ? ['jsonrpc'] : []), ...labels].join(', ');
}

function sameEras(a: readonly Era[], b: readonly Era[]): boolean {
  return a.length === b.length && b.every((era) => a.includes(era));
}

/** Eras with the same meaning, in the order of their first. */
export function groupEras<T>(
  eras: readonly Era[],
  say: (era: Era) => T,
  key: (meaning: T) => string,
): readonly { readonly eras: readonly Era[]; readonly meaning: T }[] {
  const groups = new Map<string, { eras: Era[]; meaning: T }>();
  for (const era of eras) {
    const found = say(era);
    const group = groups.get(key(found));
    if (group === undefined) groups.set(key(found), { eras: [era], meaning: found });
    else group.eras.push(era);
  }
  return [...groups.values()];
}

/** What a verdict says about a number, worst first. Where there is nothing the matter there is nothing to say. */
export const VERDICTS: Readonly<Partial<Record<NumberVerdict, string>>> = {
  conflict: 'the MCP specification gives it one meaning, and others use it for something else',
  reserved: 'reserved by MCP 2026-07-28: servers must not send it there',
  legacy: 'too many used it before, so MCP 2026-07-28 forbids receivers to assume a meaning',
  standard: 'defined by JSON-RPC 2.0; narrower meanings travel under the same number',
  ambiguous: 'free for everybody, so only the sender knows what it means',
};

/** What each strategy asks of a client, in plain words. */
export const STRATEGY_TEXT: Readonly<Record<Strategy, string>> = {
  retry_with_backoff: 'wait, then call again',
  user_action_required: 'ask the user; calling again alone does not help',
  fix_and_retry: 'correct the call, then call again',
  report_and_abort: 'give up and report it',
};

/** The numbers by what is the matter with them, worst first; what is empty is left out. */
export function byVerdict(map: readonly NumberReport[]): readonly {
  readonly verdict: NumberVerdict;
  readonly text: string;
  readonly reports: readonly NumberReport[];
}[] {
  return (Object.entries(VERDICTS) as [NumberVerdict, string][])
    .map(([verdict, text]) => ({
      verdict,
      text,
      reports: map.filter((report) => report.verdict === verdict),
    }))
    .filter(({ reports }) => reports.length > 0);
}
