import { nothingText, tokensText, type GroupedView } from '../grouped-views.js';
import { brief } from '../text/clip.js';
import { counted } from '../text/numbers.js';
import { wireText } from '../text/wire-text.js';
import { escapeHtml, shown } from './escape-html.js';

/** What stands before the models of the hosts, those together that show the same. */
export function viewsPanel(views: readonly GroupedView[]): string {
  return views
    .map(
      ({ call, shown: groups }) =>
        `<h4>What the model sees of <code>${shown(brief(call))}</code></h4>\n<div class="views">${groups.map(host).join('')}</div>`,
    )
    .join('\n');
}

function host(group: GroupedView['shown'][number]): string {
  const { names, text, tokens } = group;
  const kept = wireText(text);
  const cut = kept.length > kept.text.length ? `, ${counted(kept.length, 'character')} in all` : '';
  const name = `<b>${escapeHtml(names.join(', '))}</b>`;
  return text === ''
    ? `<div class="view">${name} <i>${nothingText(group)}</i></div>`
    : `<div class="view">${name} <small>${tokensText(tokens)}${cut}</small><pre>${shownLines(kept.text)}</pre></div>`;
}

/** A model reads lines as lines. */
function shownLines(text: string): string {
  return text.split('\n').map(shown).join('\n');
}
