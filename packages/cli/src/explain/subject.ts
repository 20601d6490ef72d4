import { UsageError } from '../usage-error.js';

/** What `errata explain` is asked about. */
export type Subject =
  | { readonly kind: 'code'; readonly code: number }
  | { readonly kind: 'reason'; readonly name: string; readonly domain?: string };

const EXPECTED = 'Give an integer such as -32001, or a reason such as NOT_FOUND';

/** Read the argument: an integer, a reason in any spelling, or `domain/REASON` as the command itself prints it. */
export function parseSubject(given: string): Subject {
  const text = given.trim().replace(/^[−–]/, '-'); // a minus that was copied from a document
  if (text === '') throw new UsageError('there is nothing to explain', EXPECTED);
  if (/^[+-]?\d+$/.test(text)) {
    const code = Number(text);
    if (!Number.isSafeInteger(code)) {
      throw new UsageError(`${text} is too large for a code: a program could not hold it exactly`);
    }
    return { kind: 'code', code: code === 0 ? 0 : code };
  }
  if (/^[+-]?\d*\.?\d/.test(text)) {
    throw new UsageError(
      `${JSON.stringify(given)} is not a code: JSON-RPC 2.0 §5.1 wants an integer`,
      EXPECTED,
    );
  }
  const [, domain, name] = /^(?:([a-z][a-z0-9-]*)\/)?([a-z][a-z0-9 _-]*)$/i.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(`${JSON.stringify(given)} is neither a code nor a reason`, EXPECTED);
  }
  return { kind: 'reason', name, ...(domain !== undefined && { domain }) };
}
