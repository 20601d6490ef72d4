import { LSP_TABLES, SDK_TABLES, type Meaning, type NumberReport } from '@errata/catalogs';
import { byVerdict } from '../collisions.js';
import { groupByName, unique, type NameGroup } from '../name-groups.js';
import { escapeHtml } from './escape-html.js';
import { STYLE } from './style.js';

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
  // A column in which nobody of this section stands would only push the others together.
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
  const said = texts.map((text) => `<span class="text">${withCode(text)}</span>`);
  return `<li><code>${escapeHtml(name)}</code> <span class="who">${escapeHtml(who.join(', '))}</span>${tags.join('')}${said.join('')}</li>`;
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
