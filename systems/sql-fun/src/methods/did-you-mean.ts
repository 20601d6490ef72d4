/** `; did you mean users or user_roles?`, or nothing. */
export function didYouMean(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? '' : `; did you mean ${names.join(' or ')}?`;
}

/** A sentence to which something is added. */
export function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
