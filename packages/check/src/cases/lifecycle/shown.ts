/** A member as it was sent, for sentences. */
export function shown(value: unknown): string {
  return value === undefined ? 'not there' : JSON.stringify(value).slice(0, 120);
}
