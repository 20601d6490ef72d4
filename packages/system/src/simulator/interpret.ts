import { Mistake } from './mistake.js';

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** What is shown for something that was typed, or that it is the end. */
export type Said = { readonly out: string } | { readonly err: string } | 'quit';

export interface Interpreter {
  /** What can be typed. */
  readonly help: string;
  /** Does what a line says, and says so; throws a `Mistake` where it makes no sense. */
  obey(line: string): Promise<string>;
}

/** Do what was typed. Never throws over it. */
export async function interpret(typed: string, { help, obey }: Interpreter): Promise<Said> {
  const line = typed.replace(CONTROL, ' ').trim().slice(0, 200);
  if (line === 'quit' || line === 'exit') return 'quit';
  if (line === '' || line === 'help') return { out: help };
  try {
    return { out: await obey(line) };
  } catch (error) {
    if (error instanceof Mistake) return { err: `Not done: ${error.message}.` };
    return { err: `Failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
