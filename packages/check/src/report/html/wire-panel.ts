import type { Exchange } from '../../exchange.js';
import { counted, duration, grouped } from '../text/numbers.js';
import { brief } from '../text/clip.js';
import { wasAnswered, wireLog, type WireEntry } from '../wire-log.js';
import { shown } from './escape-html.js';

/** What was sent and received, as a list in the order in which it went. */
export function wirePanel(exchanges: readonly Exchange[]): string {
  return exchanges
    .map((exchange) => {
      const log = wireLog(exchange);
      const items = [...log.map(item), ...(wasAnswered(log) ? [] : [nothing()])];
      return `<ol class="wire">${items.join('')}</ol>`;
    })
    .join('\n');
}

function item(entry: WireEntry): string {
  const { way, head, headers = [], text, after } = entry;
  const remarks = [
    ...(after === undefined || after < 0 ? [] : [`after ${duration(after)}`]),
    ...(text.length > text.text.length
      ? [`${grouped(text.text.length)} of ${counted(text.length, 'character')}`]
      : []),
  ];
  const lines = headers.map(([name, value]) => `${shown(name)}: ${shown(brief(value))}`);
  return `<li class="${way}">${side(way, remarks)}<div>${[
    ...(head === undefined ? [] : [`<code>${shown(brief(head))}</code>`]),
    ...(lines.length > 0 ? [`<pre class="headers">${lines.join('\n')}</pre>`] : []),
    ...(text.length > 0 ? [`<pre>${shown(text.text)}</pre>`] : []),
    ...(text.length === 0 && head === undefined ? ['<i>an empty text</i>'] : []),
  ].join('')}</div></li>`;
}

function side(way: WireEntry['way'], remarks: readonly string[]): string {
  const word = way === 'out' ? 'sent' : 'got';
  const notes = remarks.map((remark) => `<small>${remark}</small>`).join('');
  return `<div class="side"><b><span aria-hidden="true">${way === 'out' ? '→' : '←'}</span> ${word}</b>${notes}</div>`;
}

function nothing(): string {
  return `<li class="in">${side('in', [])}<div><i>nothing</i></div></li>`;
}
