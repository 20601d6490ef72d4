import { samplesOfFormat } from '../formats.js';
import type { Scope } from '../judge/scope.js';
import { writePattern } from '../pattern/write-pattern.js';
import { leastOf, mostOf, textsOf } from './read-view.js';
import type { View } from './views.js';

export const LONGEST_TEXT = 5000;

const PLAIN = 'errata-check';
const PATH = 'errata-check-does-not-exist';
const ADDRESS = 'http://127.0.0.1:9/';
const PATHS = /^(path|file|filename|filepath|dir|directory|folder)s?$/;
const ADDRESSES = /^(uri|url|endpoint)s?$/;

/** Harmless texts that a schema may want, the most recognisable first. */
export function* textsFor(view: View, name: string, scope: Scope): Generator<string> {
  const least = leastOf(view, 'minLength');
  const most = mostOf(view, 'maxLength');
  if (least > LONGEST_TEXT) return;
  yield* textsOf(view, 'format').flatMap(samplesOfFormat);
  for (const plain of new Set([plainFor(name), PLAIN, 'errata_check', 'errataCheck', 'errata'])) {
    yield textOfLength(plain, Math.max(least, Math.min(plain.length, most)));
  }
  yield '1';
  for (const source of textsOf(view, 'pattern')) {
    const pattern = scope.pattern(source);
    if (pattern === undefined) continue;
    for (const choice of [0, 1, 2]) {
      for (const more of [0, 1, 2, 4, 8, 12, 16, 24, 32]) {
        const text = writePattern(pattern, { more, choice });
        if (text !== undefined) yield text;
      }
    }
  }
}

/** This text, repeated and cut. */
export function textOfLength(text: string, length: number): string {
  if (length <= text.length) return text.slice(0, length);
  return `${text}-`.repeat(Math.ceil(length / (text.length + 1))).slice(0, length);
}

/** A path for what is named as one, so that a call that gets through finds nothing. */
function plainFor(name: string): string {
  const words = name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/);
  if (words.some((word) => ADDRESSES.test(word))) return ADDRESS;
  return words.some((word) => PATHS.test(word)) ? PATH : PLAIN;
}
