import { clip } from '../clip.js';
import { FORMATS } from '../formats/formats.js';
import { pass, refuse, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';
import { counted } from './counted.js';

const MAX_PATTERN = 80;

/** `minLength`, in code points. */
export function minLength(part: SchemaPart): Rule {
  const min = part.count('minLength') ?? 0;
  const wanted = `at least ${counted(min, 'character')}`;
  return (value, report, path) =>
    typeof value !== 'string' ||
    // A code point is one or two units: most texts need not be counted.
    value.length >= 2 * min ||
    (value.length >= min && codePoints(value) >= min) ||
    refuse(report, path, wanted);
}

/** `maxLength`, in code points. */
export function maxLength(part: SchemaPart): Rule {
  const max = part.count('maxLength') ?? Infinity;
  const wanted = `at most ${counted(max, 'character')}`;
  return (value, report, path) =>
    typeof value !== 'string' ||
    value.length <= max ||
    (value.length <= 2 * max && codePoints(value) <= max) ||
    refuse(report, path, wanted);
}

/** `pattern`, found anywhere in the text. */
export function pattern(part: SchemaPart): Rule {
  const source = part.text('pattern') ?? '';
  const expression = part.pattern(source, 'pattern');
  const wanted = `a text that matches ${clip(source, MAX_PATTERN)}`;
  return (value, report, path) =>
    typeof value !== 'string' || expression.test(value) || refuse(report, path, wanted);
}

/** `format`: those that are known are checked, others are for readers. */
export function format(part: SchemaPart): Rule {
  const known = FORMATS.get(part.text('format') ?? '');
  if (known === undefined) return pass;
  const { fits, wanted } = known;
  return (value, report, path) =>
    typeof value !== 'string' || fits(value) || refuse(report, path, wanted);
}

function codePoints(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++, count++) {
    if (text.codePointAt(i)! > 0xffff) i++;
  }
  return count;
}
