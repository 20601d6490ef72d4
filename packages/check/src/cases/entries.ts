import type { Heard } from '../exchange.js';
import { kindOf } from '../session/sort-heard.js';

/** Responses one by one: those of a batch stand for themselves. */
export function entriesOf(heard: readonly Heard[]): readonly Heard[] {
  return heard.flatMap((each) => {
    if (!Array.isArray(each.value)) return kindOf(each) === 'response' ? [each] : [];
    return (each.value as unknown[])
      .map((value) => ({ text: JSON.stringify(value), value, at: each.at }))
      .filter((entry) => kindOf(entry) === 'response');
  });
}
