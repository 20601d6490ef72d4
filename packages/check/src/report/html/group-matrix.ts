import { GROUPS, type Group } from '../../case.js';
import type { Report } from '../../run/results.js';
import { columnsOf, type MatrixColumn } from '../matrix.js';
import { GROUP_ORDER, tallyOf, tallyText, VERDICT_ORDER, VERDICTS, worstOf } from '../verdicts.js';
import { verdictName, verdictPlace } from './case-card.js';
import { escapeHtml, shown } from './escape-html.js';

/** Groups against servers and revisions; each cell leads to the worst of its cases. */
export function groupMatrix(report: Report): string {
  const columns = columnsOf(report);
  const groups = GROUP_ORDER.filter((group) =>
    columns.some(({ results }) => results.some((result) => result.group === group)),
  );
  if (groups.length === 0) return '';
  const servers = report.targets
    .filter(({ eras }) => eras.length > 0)
    .map(
      ({ target, eras }) =>
        `<th role="columnheader" scope="colgroup" colspan="${eras.length}">${shown(target)}</th>`,
    );
  const eras = columns.map(({ era }) => `<th role="columnheader" scope="col">${era}</th>`);
  return `<div class="scroll" role="region" aria-label="Groups by server and revision" tabindex="0">
<table role="table">
<thead role="rowgroup">
<tr role="row"><th role="columnheader" scope="col" rowspan="2">Group</th>${servers.join('')}</tr>
<tr role="row">${eras.join('')}</tr>
</thead>
<tbody role="rowgroup">
${groups.map((group) => row(group, columns)).join('\n')}
</tbody>
</table>
</div>`;
}

function row(group: Group, columns: readonly MatrixColumn[]): string {
  const cells = columns.map((column) => cell(group, column));
  return `<tr role="row"><th role="rowheader" scope="row">${GROUPS[group]}</th>${cells.join('')}</tr>`;
}

function cell(group: Group, { target, index, era, results }: MatrixColumn): string {
  const verdicts = results.filter((result) => result.group === group).map(({ verdict }) => verdict);
  const worst = worstOf(verdicts);
  const label = `${target} ${era}`;
  if (worst === undefined) return `<td role="cell" class="empty"></td>`;
  const tally = tallyOf(verdicts);
  const counts = VERDICT_ORDER.filter((verdict) => tally[verdict] > 0).map(
    (verdict) => `<span>${VERDICTS[verdict].symbol}&#8239;${tally[verdict]}</span>`,
  );
  return `<td role="cell"><span class="label" aria-hidden="true">${shown(label)}</span><a class="cell ${verdictName(worst)}" href="#${verdictPlace(index, worst)}" data-group="${group}" data-era="${era}" data-target="${index}" aria-label="${escapeHtml(`${GROUPS[group]}: ${tallyText(tally)}`)}">${counts.join(' ')}</a></td>`;
}
