import { setImmediate } from 'node:timers/promises';
import type { KitOptions, Tool, ToolAnswer } from '@errata/kit';
import { calculate, divide, ExpressionError, parseExpression } from './expression.js';

interface Arguments {
  readonly text: string;
  readonly words?: number;
}

/**
 * Puts a summary into the words of a `sampling/createMessage`. The kit sends no requests to clients, so that the result is what a
 * client with a model gives to it; a client without one gets an error.
 */
const summarize: Tool<Arguments> = {
  name: 'summarize',
  description:
    'Prepares a summary of a text. This server has no model: it needs a client that can do sampling, and the result is the sampling request for that client to make.',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1 },
      words: { type: 'integer', minimum: 1, maximum: 1000, default: 50 },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      messages: { type: 'array', items: { type: 'object' } },
      maxTokens: { type: 'integer' },
    },
    required: ['messages', 'maxTokens'],
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  run({ text, words = 50 }, { requireClient }) {
    requireClient('sampling');
    const instruction = `Summarize this text in at most ${words} words:\n\n${text}`;
    return {
      content: [{ type: 'text', text: instruction }],
      structuredContent: {
        messages: [{ role: 'user', content: { type: 'text', text: instruction } }],
        maxTokens: words * TOKENS_PER_WORD,
      },
    };
  },
};

/** More than any language needs. */
const TOKENS_PER_WORD = 4;

/** The result of a calculation, or why there is none. */
export function answerOf(calculate: () => number, before = ''): ToolAnswer {
  try {
    return { structuredContent: { result: calculate() } };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { content: [{ type: 'text', text: before + error.message }], isError: true };
  }
}

/** What every calculation promises. JSON has no infinity, so that 1e308 × 10 breaks it. */
export const RESULT_SCHEMA = {
  type: 'object',
  properties: { result: { type: 'number' } },
  required: ['result'],
} as const;

/** A calculation asks nothing, changes nothing, and comes to the same each time. */
export const CALCULATION = {
  readOnlyHint: true,
  idempotentHint: true,
  openWorldHint: false,
} as const;

interface Pair {
  readonly a: number;
  readonly b: number;
}

const PAIR_SCHEMA = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;

/** add, subtract, multiply and divide. */
const ARITHMETIC: readonly Tool<Pair>[] = [
  arithmetic('add', 'a + b', ({ a, b }) => a + b),
  arithmetic('subtract', 'a − b', ({ a, b }) => a - b),
  arithmetic('multiply', 'a × b', ({ a, b }) => a * b),
  arithmetic('divide', 'a / b', ({ a, b }) => divide(a, b)),
];

function arithmetic(name: string, formula: string, calculate: (pair: Pair) => number): Tool<Pair> {
  return {
    name,
    description: `Calculates ${formula}.`,
    inputSchema: PAIR_SCHEMA,
    outputSchema: RESULT_SCHEMA,
    annotations: CALCULATION,
    run: (pair) => answerOf(() => calculate(pair)),
  };
}

/** Calculates an expression; the model reads what is wrong with it. */
const evaluate: Tool<{ expression: string }> = {
  name: 'evaluate',
  description:
    'Calculates an expression of numbers, + - * / ^ and parentheses, such as (1 + 2) * 3 ^ 2.',
  inputSchema: {
    type: 'object',
    properties: { expression: { type: 'string', minLength: 1 } },
    required: ['expression'],
    additionalProperties: false,
  },
  outputSchema: RESULT_SCHEMA,
  annotations: CALCULATION,
  run: ({ expression }) =>
    answerOf(
      () => calculate(parseExpression(expression, () => false)),
      'The expression cannot be calculated: ',
    ),
};

/** What is known of the primes below a limit. */
interface Primes {
  readonly count: number;
  /** There only if there is one. */
  readonly largest?: number;
}

interface CountOptions {
  readonly signal: AbortSignal;
  /** Hears how far it is, after each slice. */
  readonly onSlice: (done: number) => void;
}

/** Numbers of one slice: a millisecond or two. */
const SLICE = 2 ** 19;

/** Count the primes below a limit, in slices: others get their turn between them, and an abort is noticed there. */
export async function countPrimes(
  limit: number,
  { signal, onSlice }: CountOptions,
): Promise<Primes> {
  const divisors = smallPrimes(Math.ceil(Math.sqrt(limit)));
  let count = 0;
  let largest: number | undefined;
  for (let start = 2; start < limit; start += SLICE) {
    const end = Math.min(start + SLICE, limit);
    const composite = sieve(start, end, divisors);
    for (let n = start; n < end; n += 1) {
      if (composite[n - start] === 1) continue;
      count += 1;
      largest = n;
    }
    onSlice(end);
    await setImmediate();
    signal.throwIfAborted();
  }
  return { count, ...(largest !== undefined && { largest }) };
}

/** Which numbers from `start` to below `end` are composite, as ones. */
function sieve(start: number, end: number, divisors: readonly number[]): Uint8Array {
  const composite = new Uint8Array(end - start);
  for (const prime of divisors) {
    if (prime * prime >= end) break;
    const first = Math.max(prime * prime, Math.ceil(start / prime) * prime);
    for (let n = first; n < end; n += prime) composite[n - start] = 1;
  }
  return composite;
}

/** The primes up to a small limit. */
function smallPrimes(limit: number): readonly number[] {
  const primes: number[] = [];
  const composite = new Uint8Array(limit + 1);
  for (let n = 2; n <= limit; n += 1) {
    if (composite[n] === 1) continue;
    primes.push(n);
    for (let multiple = n * n; multiple <= limit; multiple += n) composite[multiple] = 1;
  }
  return primes;
}

/** Counts primes, which takes as long as one likes. */
const primes: Tool<{ limit: number }> = {
  name: 'primes',
  description:
    'Counts the primes below a limit and names the largest. A large limit takes long: the tool reports progress and can be cancelled.',
  inputSchema: {
    type: 'object',
    properties: { limit: { type: 'integer', minimum: 0, maximum: 10_000_000_000 } },
    required: ['limit'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { count: { type: 'integer' }, largest: { type: 'integer' } },
    required: ['count'],
  },
  annotations: CALCULATION,
  async run({ limit }, { signal, progress }) {
    // A hundred notifications will do, however many slices there are.
    let reported = 0;
    const onSlice = (done: number): void => {
      const percent = Math.floor((done / limit) * 100);
      if (percent > reported) progress((reported = percent), 100);
    };
    return { structuredContent: { ...(await countPrimes(limit, { signal, onSlice })) } };
  },
};

/** For the model, at the start of a session. */
export const INSTRUCTIONS = 'Use these tools to calculate instead of calculating yourself.';

/** The tools of the sample. */
export const TOOLS: NonNullable<KitOptions['tools']> = [...ARITHMETIC, evaluate, primes, summarize];
