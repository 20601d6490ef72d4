/** Whether a result is the last word: 2026-07-28 has others too, such as `input_required`, and extensions have their own. */
export function isFinal({ resultType }: Readonly<Record<string, unknown>>): boolean {
  return resultType === undefined || resultType === 'complete';
}
