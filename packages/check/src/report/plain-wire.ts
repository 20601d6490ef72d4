import type { Exchange } from '../exchange.js';
import { brief } from './text/clip.js';
import { counted } from './text/numbers.js';
import { printable } from './text/printable.js';
import { headersText, wasAnswered, wireLog, type WireEntry } from './wire-log.js';

/** Exchanges as lines of plain text, one for each thing sent or received. */
export function plainWire(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.flatMap((exchange) => {
    const log = wireLog(exchange);
    return [...log.map(lineOf), ...(wasAnswered(log) ? [] : ['got nothing'])];
  });
}

function lineOf(entry: WireEntry): string {
  const { way, head, text } = entry;
  const cut = text.length > text.text.length;
  const parts = [head, brief(headersText(entry)), text.text].filter((part) => part);
  return printable(
    [
      way === 'out' ? 'sent' : 'got',
      ...(parts.length === 0 ? ['(empty)'] : parts),
      ...(cut ? [`… ${counted(text.length, 'character')}`] : []),
    ].join(' '),
  );
}
