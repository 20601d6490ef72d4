/** Why arguments were not let in: the issues with them, or what was thrown while they were judged. */
export type Refusal =
  | { readonly issues: readonly unknown[]; readonly value: unknown }
  | { readonly thrown: unknown; readonly limited: boolean };

/** What was not answered until then will not be answered any more. */
const MAX_OPEN = 1000;

/**
 * The SDK makes the text of a result of whatever is thrown at it, and copies the result on its way. So the text is a key, and the
 * refusal is found again by it.
 */
export class Refusals {
  private readonly open = new Map<string, Refusal>();
  private readonly own = new WeakSet<object>();
  private last = 0;

  create(refusal: Refusal): Error {
    const key = `dev.errata/refusal ${++this.last}`;
    this.open.set(key, refusal);
    if (this.open.size > MAX_OPEN) this.open.delete(this.open.keys().next().value!);
    const error = new Error(key);
    this.own.add(error);
    return error;
  }

  has(thrown: unknown): boolean {
    return typeof thrown === 'object' && thrown !== null && this.own.has(thrown);
  }

  take(text: unknown): Refusal | undefined {
    const found = this.open.get(String(text));
    this.open.delete(String(text));
    return found;
  }
}
