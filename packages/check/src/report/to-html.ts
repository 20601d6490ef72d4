import { createHash } from 'node:crypto';
import { originsOf, originText } from './origin.js';
import { GROUPS, type Group } from '../case.js';
import type { ContractReport, Report, TargetReport, Verdict } from '../run/results.js';
import {
  contractFindings,
  findingsOf,
  GROUP_ORDER,
  tallyOf,
  tallyText,
  VERDICT_ORDER,
  VERDICTS,
  worstOf,
  sumOf,
  verdictText,
  worstFinding,
  columnsOf,
  type MatrixColumn,
} from './findings.js';
import { brief, counted, duration, printable } from './text.js';
import {
  badge,
  caseCard,
  escapeHtml,
  inCode,
  shown,
  verdictName,
  verdictPlace,
  wirePanel,
} from './html/case-card.js';
import { SCRIPT, STYLE } from './html/assets.js';

/** What is of no interest as long as there is something else. */
const QUIET: readonly Verdict[] = ['not observed', 'pass', 'not applicable'];

/** The filters, which only a script can make work: it shows them. */
function filters(report: Report): string {
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

/** Groups against servers and revisions; each cell leads to the worst of its cases. */
function groupMatrix(report: Report): string {
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

/** One server: who it is, what was found, and all its cases, the worst first. */
function targetSection(target: TargetReport, index: number): string {
  const findings = findingsOf(target, VERDICT_ORDER);
  const parts = VERDICT_ORDER.map((verdict) => ({
    id: verdictPlace(index, verdict),
    title: partTitle(verdict),
    own: findings.filter(({ first }) => first.verdict === verdict),
  })).filter(({ own }) => own.length > 0);
  const ids = new Map(findings.map((finding, at) => [finding, `t${index}-${at}`]));
  const { contract, notes, unreachable } = target;
  const originOf = originsOf(target);
  return `<section aria-labelledby="t${index}">
<h2 id="t${index}">${shown(target.target)}</h2>
<p class="soft">${factsOf(target)}</p>
${unreachable === undefined ? '' : `<p class="alert">Nothing was judged: ${shown(brief(unreachable))}</p>`}
${notes.map((note) => `<p>${shown(brief(note))}</p>`).join('\n')}
${contract === undefined ? '' : contractPart(target, contract)}
${parts
  .map(
    ({ id, title, own }) => `<section data-part aria-labelledby="${id}">
<h3 id="${id}">${title}</h3>
${own.map((finding) => caseCard(finding, { id: ids.get(finding)!, target: index }, originOf(finding.first.id))).join('\n')}
</section>`,
  )
  .join('\n')}
</section>`;
}

function partTitle(verdict: Verdict): string {
  const { word } = VERDICTS[verdict];
  return `${word[0]!.toUpperCase()}${word.slice(1)}`;
}

function factsOf({ server, transport, eras, ms, requests }: TargetReport): string {
  const who = brief(`${server.name} ${server.version}`.trim());
  return [
    ...(who === '' ? [] : [shown(who)]),
    transport,
    ...(eras.length > 0 ? [eras.map(({ era }) => era).join(', ')] : []),
    duration(ms),
    counted(requests, 'request'),
  ].join(' · ');
}

function contractPart(target: TargetReport, { name, met }: ContractReport): string {
  const breaches = contractFindings(target);
  const items = breaches.map(
    ({ kind, eras, code, reason, why, exchange }) => `<details class="finding" open>
<summary><span class="badge fail">${kind}</span> <span class="id">${code ?? 'no number'}${reason === undefined ? '' : ` ${shown(brief(reason))}`}</span> <span class="eras">${eras.join(', ')}</span><span class="why">${shown(brief(why))}</span></summary>
<div class="body">${wirePanel([exchange])}</div>
</details>`,
  );
  return `<h3>Contract ${escapeHtml(name)}</h3>
<p class="soft">${counted(met.length, 'declared reason')} seen, ${counted(breaches.length, 'finding')}</p>
${items.join('\n')}`;
}

/** A run as one page that needs nothing from elsewhere: matrix, filters, and the wire log of each case. */
export function toHtml(report: Report): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLE)}`,
    `script-src ${hashOf(SCRIPT)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>errata check: ${escapeHtml(titleOf(report))}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#cases">Skip to the cases</a>
<header>
<h1>${headingOf(report)}</h1>
${report.targets.map(verdictPart).join('\n')}
<p class="soft">Judged by errata check ${escapeHtml(report.version)} on <time datetime="${escapeHtml(report.date)}">${escapeHtml(dateText(report.date))}</time></p>
<p class="sums">${sums(report).join(' ')}</p>
</header>
${filters(report)}
<main id="cases">
${report.targets.map(targetSection).join('\n')}
${stalePart(report)}
</main>
${groupMatrix(report)}
<footer>What was not observed is never counted as passed. A case that came out the same in several revisions is listed once, and the sums count each case once, by its worst verdict.</footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The server with its version and its verdict; of several, how many there are. */
function titleOf({ targets }: Report): string {
  const [only, ...others] = targets;
  return only !== undefined && others.length === 0
    ? printable(verdictText(only))
    : counted(targets.length, 'server');
}

function headingOf({ targets }: Report): string {
  const [only, ...others] = targets;
  const who = only && `${only.server.name} ${only.server.version}`.trim();
  if (only === undefined || others.length > 0) return counted(targets.length, 'server');
  return shown(brief(who === '' ? only.target : who!));
}

/** The verdict on a server, the worst of it, and what would help. */
function verdictPart(target: TargetReport): string {
  const worst = worstFinding(target);
  const origin = originText(target);
  return `<p class="verdict"><strong>${shown(verdictText(target))}</strong></p>
${origin === undefined ? '' : `<p>${inCode(origin)}</p>`}
${worst === undefined ? '' : `<p>Worst: <code>${escapeHtml(worst.first.id)}</code>: ${shown(worst.seen)}</p>`}`;
}

/** `2026-11-02 10:15 UTC`. */
function dateText(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/, '$1 $2 UTC');
}

function sums(report: Report): string[] {
  const { tally, contract, stale, unreachable } = sumOf(report);
  return [
    ...(unreachable > 0 ? [badge('fail', `${unreachable} unreachable`)] : []),
    ...VERDICT_ORDER.filter((verdict) => tally[verdict] > 0).map((verdict) =>
      badge(verdict, `${tally[verdict]} ${VERDICTS[verdict].word}`),
    ),
    ...(contract > 0 ? [badge('fail', counted(contract, 'contract finding'))] : []),
    ...(stale > 0
      ? [badge('fail', counted(stale, 'stale baseline entry', 'stale baseline entries'))]
      : []),
  ];
}

function stalePart({ stale }: Report): string {
  if (stale.length === 0) return '';
  const items = stale.map(
    ({ case: id, era, target }) =>
      `<li><code>${shown([id, era, target].filter((part) => part !== undefined).join('  '))}</code></li>`,
  );
  return `<section aria-labelledby="stale">
<h2 id="stale">Entries of the baseline that no longer fail</h2>
<p>Remove them.</p>
<ul>${items.join('')}</ul>
</section>`;
}
