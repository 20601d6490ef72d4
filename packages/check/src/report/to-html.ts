import { createHash } from 'node:crypto';
import type { Report, TargetReport } from '../run/results.js';
import { verdictText, worstFinding } from './grade.js';
import { badge, escapeHtml, shown } from './html/case-card.js';
import { SCRIPT } from './html/script.js';
import { filters, groupMatrix, targetSection } from './html/sections.js';
import { STYLE } from './html/style.js';
import { cureText } from './origin.js';
import { brief, counted, printable } from './text.js';
import { sumOf, VERDICT_ORDER, VERDICTS } from './verdicts.js';

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
  const cure = cureText(target);
  return `<p class="verdict"><strong>${shown(verdictText(target))}</strong></p>
${worst === undefined ? '' : `<p>Worst: <code>${escapeHtml(worst.first.id)}</code>: ${shown(worst.seen)}</p>`}
${cure === undefined ? '' : `<p>${escapeHtml(cure).replace(/`([^`]+)`/, '<code>$1</code>')}</p>`}`;
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
