import { GROUPS } from '../../case.js';
import type { Report, Verdict } from '../../run/results.js';
import { printable } from '../text/printable.js';
import { GROUP_ORDER, VERDICT_ORDER } from '../verdicts.js';
import { badge, verdictName } from './case-card.js';
import { escapeHtml } from './escape-html.js';

/** What is of no interest as long as there is something else. */
const QUIET: readonly Verdict[] = ['not observed', 'pass', 'not applicable'];

/** The filters, which only a script can make work: it shows them. */
export function filters(report: Report): string {
  const results = report.targets.flatMap(({ eras }) => eras.flatMap((each) => each.results));
  const verdicts = VERDICT_ORDER.filter((one) => results.some(({ verdict }) => verdict === one));
  const allQuiet = verdicts.every((verdict) => QUIET.includes(verdict));
  const groups = GROUP_ORDER.filter((one) => results.some(({ group }) => group === one));
  const eras = [...new Set(results.map(({ era }) => era))].sort();
  return `<div id="filters" role="search" aria-label="Cases" hidden>
<fieldset><legend>Verdict</legend>${verdicts
    .map(
      (verdict) =>
        `<label class="check"><input type="checkbox" name="verdict" value="${verdictName(verdict)}"${allQuiet || !QUIET.includes(verdict) ? ' checked' : ''}>${badge(verdict)}</label>`,
    )
    .join('')}</fieldset>
<div class="fields">
${select(
  'group',
  'Group',
  groups.map((group) => [group, GROUPS[group]]),
)}
${select(
  'target',
  'Server',
  report.targets.map(({ target }, index) => [String(index), target]),
)}
${select(
  'era',
  'Revision',
  eras.map((era) => [era, era]),
)}
<label class="field wide">Search <input type="search" id="search" autocomplete="off" spellcheck="false"></label>
</div>
<div class="fields"><button type="button" id="unfold">Unfold all</button><button type="button" id="reset">Reset</button><p id="count" role="status"></p></div>
</div>`;
}

/** A choice of one is none. */
function select(
  name: string,
  label: string,
  options: readonly (readonly [string, string])[],
): string {
  if (options.length < 2) return '';
  const items = options.map(
    ([value, text]) =>
      `<option value="${escapeHtml(value)}">${escapeHtml(printable(text))}</option>`,
  );
  return `<label class="field">${label} <select id="${name}"><option value="">all</option>${items.join('')}</select></label>`;
}
