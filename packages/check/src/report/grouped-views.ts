import type { ModelView } from '../run/results.js';
import type { Finding } from './findings.js';

/** A view with the hosts together that show the same. */
export interface GroupedView {
  readonly call: string;
  readonly shown: readonly {
    readonly names: readonly string[];
    /** The empty text where the model sees nothing. */
    readonly text: string;
    /** Why it sees nothing. */
    readonly nothing?: string;
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
  const groups = new Map<string, ModelView['hosts'][number][]>();
  for (const host of hosts) {
    const key = JSON.stringify([host.text, host.nothing]);
    groups.set(key, [...(groups.get(key) ?? []), host]);
  }
  return { call, shown: [...groups.values()].map(groupOf) };
}

function groupOf(hosts: ModelView['hosts']): GroupedView['shown'][number] {
  const { text, nothing } = hosts[0]!;
  return {
    names: hosts.map(({ name }) => name),
    text,
    ...(nothing !== undefined && { nothing }),
    tokens: [...new Set(hosts.map(({ tokens }) => tokens))],
  };
}

/** `nothing`, and why where that is known. */
export function nothingText({ nothing }: GroupedView['shown'][number]): string {
  return nothing === undefined ? 'nothing' : `nothing: ${nothing}`;
}

/** `41 tokens`, `41 to 44 tokens`. */
export function tokensText(tokens: readonly number[]): string {
  const low = Math.min(...tokens);
  const high = Math.max(...tokens);
  if (low < high) return `${low} to ${high} tokens`;
  return high === 1 ? '1 token' : `${high} tokens`;
}
