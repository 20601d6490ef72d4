import type { Report } from './report.js';

/** Whether a value is as one part of a schema wants it. Told why not only where there is a report: values that fit pay nothing for it. */
export type Rule = (value: unknown, report: Report | undefined, path: string) => boolean;

/** The rule of a schema that takes everything. */
export const pass: Rule = () => true;

/** Notes what is wanted, where anybody wants to know it. */
export function refuse(report: Report | undefined, path: string, message: string): false {
  report?.add(path, message, 'rule');
  return false;
}

/** A rule that takes nothing. */
export function never(message: string): Rule {
  return (_, report, path) => refuse(report, path, message);
}

/** Every rule in turn; without a report, only as far as the first that is broken. */
export function all(rules: readonly Rule[]): Rule {
  const [first] = rules;
  if (first === undefined) return pass;
  if (rules.length === 1) return first;
  return (value, report, path) => {
    let fits = true;
    for (const rule of rules) {
      if (rule(value, report, path)) continue;
      if (report === undefined || report.full) return false;
      fits = false;
    }
    return fits;
  };
}

/** The second rule where the first is kept: a value of another type is told no more than that. */
export function inOrder(first: Rule, second: Rule): Rule {
  if (second === pass) return first;
  return (value, report, path) => first(value, report, path) && second(value, report, path);
}
