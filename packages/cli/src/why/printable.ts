import { stripInvisible } from '@errata/core';

/** A text that a terminal shows and does not obey. A tab would break the columns, so it becomes spaces. */
export function printable(text: string): string {
  return stripInvisible(text).replaceAll('\t', '    ');
}

/** JSON that means the same and has no character that a terminal obeys: JSON itself escapes only the oldest of them. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => escapeUnit(found.charCodeAt(at))).join(''),
  );
}

function escapeUnit(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
