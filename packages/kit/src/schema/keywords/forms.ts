import { closest } from '../closest.js';
import { all, pass, refuse, type Rule } from '../rule.js';
import type { SchemaPart } from '../schema-part.js';

/** `allOf` */
export function allOf(part: SchemaPart): Rule {
  return all(part.children('allOf'));
}

/** `anyOf` */
export function anyOf(part: SchemaPart): Rule {
  const forms = part.children('anyOf');
  return (value, report, path) => {
    for (const form of forms) if (form(value, undefined, path)) return true;
    if (report !== undefined) closest(forms, value, report, path);
    return false;
  };
}

/** `oneOf` */
export function oneOf(part: SchemaPart): Rule {
  const forms = part.children('oneOf');
  return (value, report, path) => {
    let count = 0;
    for (const form of forms) {
      if (form(value, undefined, path) && ++count > 1) {
        return refuse(report, path, 'of one form only, not of several');
      }
    }
    if (count === 0 && report !== undefined) closest(forms, value, report, path);
    return count === 1;
  };
}

/** `not` */
export function not(part: SchemaPart): Rule {
  const form = part.child('not') ?? pass;
  return (value, report, path) =>
    !form(value, undefined, path) || refuse(report, path, 'something else');
}

/** `if`, `then` and `else` */
export function condition(part: SchemaPart): Rule {
  const [met, yes, no] = [part.child('if'), part.child('then'), part.child('else')];
  if (met === undefined) return pass;
  return (value, report, path) =>
    ((met(value, undefined, path) ? yes : no) ?? pass)(value, report, path);
}
