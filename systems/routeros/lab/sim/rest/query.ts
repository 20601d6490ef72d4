import type { Row } from '../menu.js';
import { badRequest } from '../trap.js';

const COMPARISON = /^([<>=]?)([^=<>#]+)=(.*)$/s;

const invalid = (word: string): Error => badRequest(`invalid query word ${word.slice(0, 60)}`);

function compare(word: string, row: Row): boolean {
  const parts = COMPARISON.exec(word);
  if (parts === null) {
    if (word.startsWith('-')) return !Object.hasOwn(row, word.slice(1));
    return Object.hasOwn(row, word);
  }
  const [, operator = '', name = '', wanted = ''] = parts;
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined) return false;
  if (operator !== '<' && operator !== '>') return value === wanted;
  const numbers = /^\d+$/.test(value) && /^\d+$/.test(wanted);
  const order = numbers ? Number(value) - Number(wanted) : value < wanted ? -1 : +(value > wanted);
  return operator === '<' ? order < 0 : order > 0;
}

function operate(word: string, stack: boolean[]): void {
  for (const operator of word.slice(1)) {
    const last = stack.pop();
    if (last === undefined) throw invalid(word);
    if (operator === '!') {
      stack.push(!last);
      continue;
    }
    const other = stack.pop();
    if (other === undefined || (operator !== '&' && operator !== '|')) throw invalid(word);
    stack.push(operator === '&' ? last && other : last || other);
  }
}

/** Whether a row is asked for. The words work on a stack, as the API of RouterOS has it; what is left has to hold. */
export function matches(words: readonly string[], row: Row): boolean {
  const stack: boolean[] = [];
  for (const word of words) {
    if (word.startsWith('#')) operate(word, stack);
    else stack.push(compare(word.replace(/^\?/, ''), row));
  }
  return stack.every(Boolean);
}

/** The members that are wanted. */
export function pick(row: Row, proplist: readonly string[] | undefined): Row {
  if (proplist === undefined) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => proplist.includes(name)));
}
