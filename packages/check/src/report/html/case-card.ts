import { GROUPS } from '../../case.js';
import type { CaseResult } from '../../run/results.js';
import { stateOf, STATE_TEXTS, whysOf, type Finding } from '../findings.js';
import { viewsOf } from '../grouped-views.js';
import { VERDICTS } from '../verdicts.js';
import { escapeHtml, shown } from './escape-html.js';
import { viewsPanel } from './views-panel.js';
import { wirePanel } from './wire-panel.js';

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
export function caseCard(finding: Finding, place: { id: string; target: number }): string {
  const { first, eras } = finding;
  const whys = whysOf(finding).map((why) => `<span class="why">${shown(why)}</span>`);
  return `<details class="case" id="${place.id}" data-verdict="${verdictName(first.verdict)}" data-group="${first.group}" data-eras="${eras.join(' ')}" data-target="${place.target}">
<summary>${badge(first.verdict)} <span class="id">${escapeHtml(first.id)}</span> <span class="eras">${GROUPS[first.group]} · ${eras.join(', ')}</span><span class="requirement"><b>${first.keyword}</b> ${escapeHtml(first.requirement)}</span>${whys.join('')}</summary>
<div class="body">
<dl>${factsOf(finding)
    .map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`)
    .join('')}</dl>
${wirePanels(finding)}
${viewsPanel(viewsOf(finding))}
</div>
</details>`;
}

function factsOf(finding: Finding): readonly (readonly [string, string])[] {
  const { fix, link, verdict } = finding.first;
  const state = STATE_TEXTS[stateOf(finding)];
  const isBug = verdict !== 'pass' && verdict !== 'not applicable' && verdict !== 'not observed';
  return [
    ...(isBug ? ([['How to mend it', escapeHtml(fix)]] as const) : []),
    ['Rule', linkTo(link)],
    ...(state === undefined ? [] : ([['Afterwards', state]] as const)),
  ];
}

/** Only the web is linked to. */
export function linkTo(link: string): string {
  const text = escapeHtml(link);
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
