import type { Era } from '@errata/core/era';
import type { CaseResult, ModelView, TargetReport, Verdict } from '../run/results.js';
import { brief } from './text/clip.js';
import { GROUP_ORDER, VERDICT_ORDER } from './verdicts.js';

/** One case with one verdict at one server, in one revision or several. */
export interface Finding {
  /** What all of them share is read from the first. */
  readonly first: CaseResult;
  readonly results: readonly CaseResult[];
  readonly eras: readonly Era[];
}

/** The findings of a server with these verdicts: worst first, then by group. */
export function findingsOf(target: TargetReport, verdicts: readonly Verdict[]): readonly Finding[] {
  const groups = new Map<string, CaseResult[]>();
  for (const result of target.eras.flatMap(({ results }) => results)) {
    if (!verdicts.includes(result.verdict)) continue;
    const key = `${result.verdict} ${result.id}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()]
    .map((results) => ({ first: results[0]!, results, eras: results.map(({ era }) => era) }))
    .sort((a, b) => rankOf(a.first) - rankOf(b.first));
}

function rankOf({ verdict, group }: CaseResult): number {
  return VERDICT_ORDER.indexOf(verdict) * GROUP_ORDER.length + GROUP_ORDER.indexOf(group);
}

/** What was seen, each sentence once; where revisions differ, with those that it is about. */
export function whysOf({ results }: Finding): readonly string[] {
  const whys = new Map<string, Era[]>();
  for (const { why, era } of results) {
    if (why !== undefined) whys.set(why, [...(whys.get(why) ?? []), era]);
  }
  return [...whys].map(([why, eras]) =>
    eras.length < results.length ? `${eras.join(', ')}: ${brief(why)}` : brief(why),
  );
}

/** Where the connection stood afterwards, unless it was open as it should be. */
export function stateOf({ results }: Finding): string | undefined {
  if (results.some(({ connection }) => connection === 'closed')) {
    return 'the server closed the connection';
  }
  return results.some(({ connection }) => connection === 'silent')
    ? 'the server stayed mute'
    : undefined;
}

/** A view with the hosts together that show the same. */
export interface GroupedView {
  readonly call: string;
  readonly shown: readonly {
    readonly names: readonly string[];
    readonly text: string;
    /** Hosts may count otherwise. */
    readonly tokens: readonly number[];
  }[];
}

/** What models see of a finding, each view once. */
export function viewsOf({ results }: Finding): readonly GroupedView[] {
  const views = results.flatMap((result) => result.views.map(groupHosts));
  return [...new Map(views.map((view) => [JSON.stringify(view), view])).values()];
}

function groupHosts({ call, hosts }: ModelView): GroupedView {
  const shown = new Map<string, { names: string[]; tokens: Set<number> }>();
  for (const { name, text, tokens } of hosts) {
    const same = shown.get(text) ?? { names: [], tokens: new Set<number>() };
    same.names.push(name);
    same.tokens.add(tokens);
    shown.set(text, same);
  }
  return {
    call,
    shown: [...shown].map(([text, { names, tokens }]) => ({ names, text, tokens: [...tokens] })),
  };
}

/** `41 tokens`, `41 to 44 tokens`. */
export function tokensText(tokens: readonly number[]): string {
  const low = Math.min(...tokens);
  const high = Math.max(...tokens);
  if (low < high) return `${low} to ${high} tokens`;
  return high === 1 ? '1 token' : `${high} tokens`;
}
