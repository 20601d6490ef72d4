import { Mistake } from './mistake.js';

/** The end of a sentence that says what was expected: `, not "soon"`; empty where nothing was typed. */
export const not = (text: string): string => (text === '' ? '' : `, not "${text}"`);

/** A whole number that was typed. */
export function readNumber(text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) {
    throw new Mistake(`expected a number from ${least} to ${most}${not(text)}`);
  }
  return value;
}

/** `on` or `off`, as it was typed. */
export function readOnOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new Mistake(`expected on or off${not(text)}`);
  return text === 'on';
}
