import { GROUPS } from '../../case.js';
import type { WireExchange } from '../../exchange.js';
import type { CaseResult } from '../../run/results.js';
import {
  obligationOf,
  ruleText,
  STATE_TEXTS,
  stateOf,
  whysOf,
  type Finding,
  VERDICTS,
} from '../findings.js';
import { nothingText, tokensText, viewsOf, type GroupedView } from '../grouped-views.js';
import {
  brief,
  counted,
  duration,
  grouped,
  printableParts,
  wireText,
  withoutCommands,
} from '../text.js';
import { cureOfFinding, type FindingOrigin } from '../origin.js';
import { wasAnswered, wireLog, type WireEntry } from '../wire-log.js';

/** Text as HTML, fit for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return withoutCommands(
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  );
}

/** A text that the server had a hand in, as content: what can not be seen is named and marked. */
export function shown(text: string): string {
  return printableParts(text)
    .map((part) =>
      part.unseen ? `<span class="unseen">${escapeHtml(part.text)}</span>` : escapeHtml(part.text),
    )
    .join('');
}

/** What was sent and received, as a list in the order in which it went. */
export function wirePanel(exchanges: readonly WireExchange[]): string {
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

/** What the models of the hosts see; hosts that show the same are together. */
function viewsPanel(views: readonly GroupedView[]): string {
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

/** The class and the data of a verdict: `not-observed`. */
export function verdictName(verdict: CaseResult['verdict']): string {
  return verdict.replaceAll(' ', '-');
}

/** Where the cases of a server with that verdict begin. */
export function verdictPlace(target: number, verdict: CaseResult['verdict']): string {
  return `t${target}-${verdictName(verdict)}`;
}

export function badge(verdict: CaseResult['verdict'], text = VERDICTS[verdict].word): string {
  return `<span class="badge ${verdictName(verdict)}"><span aria-hidden="true">${VERDICTS[verdict].symbol}</span> ${text}</span>`;
}

/** One case at one server: folded to a line or two, unfolded to everything that shows it. */
export function caseCard(
  finding: Finding,
  place: { id: string; target: number },
  origin?: FindingOrigin,
): string {
  const { first, eras } = finding;
  const whys = whysOf(finding).map((why) => `<span class="why">${shown(why)}</span>`);
  return `<details class="case" id="${place.id}" data-verdict="${verdictName(first.verdict)}" data-group="${first.group}" data-eras="${eras.join(' ')}" data-target="${place.target}">
<summary>${badge(first.verdict)} <span class="id">${escapeHtml(first.id)}</span> <span class="eras">${GROUPS[first.group]} · ${eras.join(', ')}</span><span class="requirement"><b>${obligationOf(first)}</b> ${escapeHtml(first.requirement)}</span>${whys.join('')}</summary>
<div class="body">
<dl>${factsOf(finding, origin)
    .map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`)
    .join('')}</dl>
${wirePanels(finding)}
${viewsPanel(viewsOf(finding))}
</div>
</details>`;
}

function factsOf(finding: Finding, origin?: FindingOrigin): readonly (readonly [string, string])[] {
  const { fix, link, verdict } = finding.first;
  const state = STATE_TEXTS[stateOf(finding)];
  const cure = origin && cureOfFinding(origin);
  const isBug = verdict !== 'pass' && verdict !== 'not applicable' && verdict !== 'not observed';
  return [
    ...(isBug && origin ? ([['Where it comes from', escapeHtml(origin.from)]] as const) : []),
    ...(isBug
      ? ([
          [
            'How to fix it',
            `${cure === undefined ? '' : `${inCode(cure)} Or: `}${escapeHtml(fix)}`,
          ],
        ] as const)
      : []),
    ['Rule', linkTo(link)],
    ...(state === undefined ? [] : ([['Afterwards', state]] as const)),
  ];
}

/** A sentence with code between backticks. */
export function inCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

/** Only the web is linked to. */
export function linkTo(link: string): string {
  const text = escapeHtml(ruleText(link));
  return /^https?:\/\//.test(link) ? `<a href="${text}" rel="noreferrer">${text}</a>` : text;
}

function wirePanels({ results }: Finding): string {
  return results
    .filter(({ exchanges }) => exchanges.length > 0)
    .map(
      ({ era, exchanges }) =>
        `<h4>On the wire${results.length > 1 ? ` in ${era}` : ''}</h4>\n${wirePanel(exchanges)}`,
    )
    .join('\n');
}
