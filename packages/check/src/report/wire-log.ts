import type { WireExchange } from '../exchange.js';
import { wireText, type WireText } from './text.js';

/** One thing that went over the wire. */
export interface WireEntry {
  readonly way: 'out' | 'in';
  /** Of HTTP: the first line. */
  readonly head?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly text: WireText;
  /** Milliseconds after the exchange began, where known. */
  readonly after?: number;
}

const ENDS = {
  whole: '',
  cut: ', cut off by the server',
  left: ', the rest was not read',
  late: ', the end did not come',
} as const;

/** Messages that are alike for so long are the same one: both may have been cut, at different places. */
const TELLING = 1000;

/** An exchange as it went: everything sent, then everything that came. Nothing of ours is added to what the server wrote. */
export function wireLog(exchange: WireExchange): readonly WireEntry[] {
  const { sent, httpRequests = [], received, httpAnswers, at } = exchange;
  const out = Array.from(
    { length: Math.max(sent.length, httpRequests.length) },
    (_, index): WireEntry => {
      const ask = httpRequests[index];
      return {
        way: 'out',
        ...(ask !== undefined && {
          head: `${ask.method} ${ask.path}`,
          headers: Object.entries(ask.headers),
        }),
        text: wireText(sent[index] ?? ''),
      };
    },
  );
  const answers = httpAnswers.map(({ status, headers, body, ended }): WireEntry => ({
    way: 'in',
    head: `HTTP ${status}${ENDS[ended]}`,
    headers: Object.entries(headers),
    text: wireText(body),
  }));
  // The messages of an HTTP answer are in its body already.
  const others = received
    .filter(({ text }) => !httpAnswers.some(({ body }) => body.includes(text.slice(0, TELLING))))
    .map((one): WireEntry => ({ way: 'in', text: wireText(one.text), after: one.at - at }));
  return [...out, ...answers, ...others];
}

/** Whether the server said anything at all. */
export function wasAnswered(log: readonly WireEntry[]): boolean {
  return log.some(({ way }) => way === 'in');
}

/** `content-type: text/plain; allow: POST`. */
export function headersText({ headers = [] }: WireEntry): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('; ');
}
