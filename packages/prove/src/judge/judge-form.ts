import { objectOrEmpty, clipText } from '@errata/core/internal';
import type { Contract, Era } from '@errata/core';
import type { Expected, ResultForm } from '../system.js';
import type { Answer } from '../wire/wire.js';
import { quoteAnswer, wrongEnvelope, wrongId } from './judge-answer.js';

type ExpectedForm = Pick<ResultForm<never>, 'expect' | 'firstLine'>;

/** Hold a reply against the result that was to be shown: why it is another one, or undefined. */
export function judgeForm(
  answer: Answer,
  { expect, firstLine }: ExpectedForm,
  contract: Contract,
  era: Era,
): string | undefined {
  const { result } = objectOrEmpty(answer.message);
  if (result === undefined) return `no result came, but ${quoteAnswer(answer)}`;
  const { isError, structuredContent, content } = objectOrEmpty(result);
  const wrong =
    wrongEnvelope(answer.message) ??
    wrongFlag(isError, expect.isError) ??
    wrongMembers(structuredContent, expect.members) ??
    wrongText(content, firstLine) ??
    wrongId(answer, contract, era);
  return wrong === undefined ? undefined : `${wrong}: ${quoteAnswer(answer)}`;
}

function wrongFlag(isError: unknown = false, expected: boolean): string | undefined {
  return isError === expected
    ? undefined
    : `isError is ${JSON.stringify(isError)}, not ${expected}`;
}

function wrongMembers(
  structuredContent: unknown,
  expected: ExpectedForm['expect']['members'],
): string | undefined {
  const members = objectOrEmpty(structuredContent);
  for (const [name, wanted] of Object.entries(expected)) {
    const path = `structuredContent.${name}`;
    if (!Object.hasOwn(members, name)) return `${path} is not there`;
    const value = members[name];
    if (!fits(value, wanted)) {
      return `${path} is ${clipText(JSON.stringify(value), 80)}, not ${nameOf(wanted)}`;
    }
  }
  return undefined;
}

function fits(value: unknown, wanted: Expected): boolean {
  if (Array.isArray(wanted)) return Array.isArray(value);
  if (wanted === String) return typeof value === 'string';
  if (wanted === Number) return typeof value === 'number';
  return value === wanted;
}

function nameOf(wanted: Expected): string {
  if (Array.isArray(wanted)) return 'an array';
  if (wanted === String) return 'a string';
  return wanted === Number ? 'a number' : JSON.stringify(wanted);
}

function wrongText(content: unknown, pattern: RegExp | undefined): string | undefined {
  const { text } = objectOrEmpty(Array.isArray(content) ? content[0] : undefined);
  if (typeof text !== 'string' || text.trim() === '') return 'content[0] has no text';
  const [line = ''] = text.split(/\r?\n/);
  // Unlike test(), search() begins at the start whatever the pattern has matched before.
  return pattern === undefined || line.search(pattern) >= 0
    ? undefined
    : `the first line does not match ${String(pattern)}`;
}
