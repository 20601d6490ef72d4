/** A regular expression, as far as all dialects mean the same by it. */
export type Pattern =
  | { readonly kind: 'set'; readonly ranges: readonly Range[]; readonly negated: boolean }
  | { readonly kind: 'start' | 'end' | 'edge' | 'no edge' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number }
  | { readonly kind: 'ahead'; readonly part: Pattern; readonly negated: boolean };

/** From one code point to another, both included. */
export type Range = readonly [number, number];

export type CharacterSet = Extract<Pattern, { kind: 'set' }>;

export function hasCode(set: CharacterSet, code: number): boolean {
  return set.ranges.some(([low, high]) => code >= low && code <= high) !== set.negated;
}
