import type { NumberReport } from '@errata/catalogs';
import { LSP_TABLES, SDK_TABLES, type Meaning } from '@errata/catalogs/collisions';
import { byVerdict, groupByName, unique, type NameGroup } from './meanings.js';

/** The parties side by side: who makes the rules, who lives by them, and the code in between. */
const COLUMNS: readonly { readonly title: string; has(meaning: Meaning): boolean }[] = [
  {
    title: 'Specification',
    has: ({ kind, status }) => kind === 'specification' || status === 'draft',
  },
  { title: 'Systems', has: ({ kind }) => kind === 'system' },
  {
    title: 'SDKs and libraries',
    has: ({ kind, status }) => kind === 'implementation' && status !== 'draft',
  },
];

/** The collision map as one page without scripts, fonts or anything else from elsewhere. */
export function renderCollisionPage(map: readonly NumberReport[]): string {
  const parties = unique(map.flatMap(({ meanings }) => meanings.map(({ who }) => who)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Collision map of MCP and JSON-RPC error codes</title>
<meta name="description" content="Error codes that mean different things to different parties">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#map">Skip to the map</a>
<header>
<h1>One number, many meanings</h1>
<p>${map.length} error codes of MCP and JSON-RPC mean different things to different parties; ${parties.length} parties were
compared. A number alone does not say what went wrong: a client has to go by the reason that came with it.</p>
</header>
<nav aria-label="Numbers by verdict">
<dl class="legend">
${byVerdict(map).map(renderLegend).join('\n')}
</dl>
</nav>
<p><span class="tag">never on the wire</span>: raised inside a program under this number.
<span class="tag">retired</span>, <span class="tag">deprecated</span>: no longer assigned, but older peers may still send it.</p>
<p>The collisions from −31099 to −31000 are made by Errata itself: MCP 2026-07-28 reserves −32099 to −32020 and closes −32019 to −32000
to new codes, so Errata moves the numbers of a system there to n + 1000. Systems that shared n share the new number too.</p>
<main id="map">
${byVerdict(map).map(renderSection).join('\n')}
</main>
${renderSources()}
<footer>Made by <code>errata collisions --html</code>. <code>errata explain &lt;code&gt;</code> tells all about one number, era by era.</footer>
</body>
</html>
`;
}

type Section = ReturnType<typeof byVerdict>[number];

function renderLegend({ verdict, text, reports }: Section): string {
  const links = reports.map(({ code }) => `<a class="code" href="#c${code}">${code}</a>`);
  return `<dt><a class="verdict ${verdict}" href="#${verdict}">${verdict}</a></dt>
<dd>${sentence(text)}<span class="codes">${links.join('')}</span></dd>`;
}

function renderSection({ verdict, text, reports }: Section): string {
  // A column without an entry in this section would only push the others together.
  const columns = COLUMNS.filter(({ has }) => reports.some(({ meanings }) => meanings.some(has)));
  const heads = columns.map(({ title }) => `<th role="columnheader" scope="col">${title}</th>`);
  return `<section aria-labelledby="${verdict}">
<h2 id="${verdict}"><span class="verdict ${verdict}">${verdict}</span> ${reports.length} ${reports.length === 1 ? 'number' : 'numbers'}</h2>
<table role="table">
<caption>${sentence(text)}</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Code</th>${heads.join('')}</tr></thead>
<tbody role="rowgroup">
${reports.map((report) => renderRow(report, columns)).join('\n')}
</tbody>
</table>
</section>`;
}

function renderRow({ code, different, meanings }: NumberReport, columns: typeof COLUMNS): string {
  const names = groupByName(meanings).length;
  const cells = columns.map(({ title, has }) => {
    const groups = groupByName(meanings.filter(has));
    return groups.length === 0
      ? `<td role="cell" class="empty" data-label="${title}"><span class="none">none</span></td>`
      : `<td role="cell" data-label="${title}"><ul>${groups.map(renderGroup).join('')}</ul></td>`;
  });
  return `<tr role="row" id="c${code}"><th role="rowheader" scope="row"><span class="code">${code}</span><small>${different} meanings${names > different ? `<br>${names} names` : ''}</small></th>${cells.join('')}</tr>`;
}

function renderGroup({ name, who, texts, remarks }: NameGroup): string {
  const tags = remarks.map((remark) => ` <span class="tag">${escapeHtml(remark)}</span>`);
  const spans = texts.map((text) => `<span class="text">${withCode(text)}</span>`);
  return `<li><code>${escapeHtml(name)}</code> <span class="who">${escapeHtml(who.join(', '))}</span>${tags.join('')}${spans.join('')}</li>`;
}

/** The documents mark code with backticks. */
function withCode(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function renderSources(): string {
  const items = [...SDK_TABLES, ...LSP_TABLES].map(
    ({ name, version }) => `<li>${escapeHtml(name)}, ${escapeHtml(version)}</li>`,
  );
  return `<section aria-labelledby="sources">
<h2 id="sources">Implementations that were read</h2>
<ul class="sources">${items.join('')}</ul>
</section>`;
}

function sentence(text: string): string {
  return escapeHtml(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** Text as HTML, fit for content and for quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * The look of the page. Every pair of text and ground has a contrast of 4.5 or more, in light and in dark; narrow screens get
 * each row as a card, so that nothing scrolls sideways.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fcfcfa; --card: #fff; --head: #f1f1ec; --line: #d9d9d2; --text: #1d1d1b; --soft: #5c5c57; --link: #0b5cad;
  --conflict: #fbdcd9; --conflict-text: #8c1410; --reserved: #ffe3c7; --reserved-text: #7d3c00;
  --legacy: #f7ecb5; --legacy-text: #5f4b00; --standard: #e4e4de; --standard-text: #3d3d39;
  --ambiguous: #d9e7fb; --ambiguous-text: #123f7a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #171716; --card: #1e1e1c; --head: #292926; --line: #3d3d39; --text: #ecece7; --soft: #b0b0a8; --link: #8cc0ff;
    --conflict: #5c1c19; --conflict-text: #ffd9d6; --reserved: #573110; --reserved-text: #ffe2c8;
    --legacy: #4a3f0d; --legacy-text: #f8ecb4; --standard: #3a3a36; --standard-text: #e6e6e0;
    --ambiguous: #1c3a63; --ambiguous-text: #d8e7ff;
  }
}
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 2.5rem 2rem; max-width: 82rem; color: var(--text); background: var(--page); }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.25rem; margin: 3rem 0 .25rem; display: flex; align-items: center; gap: .6rem; }
p { max-width: 46rem; margin: 0 0 .75rem; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, .code { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .9em; }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
.verdict { padding: .05em .55em; border-radius: .35em; font-size: .85rem; font-weight: 600; white-space: nowrap; }
${['conflict', 'reserved', 'legacy', 'standard', 'ambiguous']
  .map((verdict) => `.${verdict} { background: var(--${verdict}); color: var(--${verdict}-text); }`)
  .join('\n')}
.legend { display: grid; grid-template-columns: max-content 1fr; gap: .55rem 1rem; margin: 1.5rem 0; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.legend dd { margin: 0; }
.codes { display: flex; flex-wrap: wrap; gap: 0 .9rem; font-size: .95rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; font-size: .9rem; }
caption { text-align: left; color: var(--soft); font-size: 1rem; padding-bottom: .6rem; }
th, td { padding: .7rem .9rem; text-align: left; vertical-align: top; }
thead th { position: sticky; top: 0; background: var(--head); font-size: .8rem; color: var(--soft); z-index: 1; border-bottom: 1px solid var(--line); }
thead th:first-child { width: 8rem; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th .code { font-size: 1.05rem; font-weight: 700; }
tbody tr:target > th { box-shadow: inset .3rem 0 var(--link); }
tbody tr { scroll-margin-top: 3rem; }
small { display: block; color: var(--soft); font-weight: 400; font-size: .8rem; }
td ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .55rem; }
td:only-of-type ul { grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .55rem 1.5rem; }
td code { font-weight: 600; overflow-wrap: anywhere; }
.who { margin-left: .25rem; }
.text { display: block; color: var(--soft); } .text code { font-weight: 400; }
.tag { display: inline-block; border: 1px solid var(--soft); color: var(--soft); border-radius: .3em; padding: 0 .4em; font-size: .75rem; white-space: nowrap; }
.none { color: var(--soft); }
.sources { columns: 2 22rem; padding-left: 1.1rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
@media (max-width: 52rem) {
  body { padding: 1.25rem 1rem; }
  h1 { font-size: 1.6rem; }
  h2 { margin-top: 2.25rem; }
  .legend { grid-template-columns: 1fr; gap: .2rem; } .legend dd { margin-bottom: .7rem; }
  table, tbody, tr, td, tbody th { display: block; width: 100%; }
  caption { display: block; }
  table { background: none; border: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .9rem; scroll-margin-top: 1rem; }
  tbody tr > th { background: var(--head); border-radius: .5rem .5rem 0 0; }
  tbody tr + tr > th { border-top: 0; }
  td::before { content: attr(data-label); display: block; color: var(--soft); font-size: .8rem; font-weight: 600; margin-bottom: .2rem; }
  td.empty { display: none; }
}
@media print { body { max-width: none; } thead th { position: static; } tr { break-inside: avoid; } }
`;
