import type { Meaning, NumberReport } from '@errata/catalogs';

/** The collision map as one page without scripts, fonts or anything else from elsewhere. */
export function renderCollisionPage(map: readonly NumberReport[]): string {
  const parties = [...new Set(map.flatMap(({ meanings }) => meanings.map(({ who }) => who)))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errata: collision map</title>
<style>${STYLE}</style>
</head>
<body>
<h1>One number, many meanings</h1>
<p>${map.length} error codes of MCP and JSON-RPC that mean different things to different parties.
A dashed name never reaches the wire; a struck one is retired or deprecated.</p>
<p class="legend">${Object.entries(VERDICTS)
    .map(([verdict, text]) => `<span class="verdict ${verdict}">${verdict}</span> ${text}`)
    .join(' &nbsp; ')}</p>
<div class="scroll" role="region" aria-label="Collision map" tabindex="0">
<table>
<thead><tr><th scope="col">code</th><th scope="col">verdict</th>${parties
    .map((party) => `<th scope="col">${escapeHtml(party)}</th>`)
    .join('')}</tr></thead>
<tbody>
${map.map((report) => renderRow(report, parties)).join('\n')}
</tbody>
</table>
</div>
</body>
</html>
`;
}

const VERDICTS: Readonly<Record<string, string>> = {
  conflict: 'contradicts the specification',
  reserved: 'kept by MCP 2026-07-28',
  legacy: 'assume no meaning',
  ambiguous: 'free, but contested',
  standard: 'defined by JSON-RPC',
};

function renderRow({ code, verdict, meanings }: NumberReport, parties: readonly string[]): string {
  const cells = parties.map((party) => {
    const own = meanings.filter(({ who }) => who === party);
    return `<td>${own.map(renderMeaning).join('<br>')}</td>`;
  });
  return `<tr><th scope="row">${code}</th><td><span class="verdict ${verdict}">${verdict}</span></td>${cells.join('')}</tr>`;
}

function renderMeaning({ name, meaning, where, status }: Meaning): string {
  const gone = status === 'retired' || status === 'deprecated' ? ' gone' : '';
  return `<span class="${where}${gone}" title="${escapeHtml(meaning)}">${escapeHtml(name)}</span>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --head: #f3f3f0; --text: #1d1d1b; --page: #fff; }
@media (prefers-color-scheme: dark) { :root { --head: #2a2a28; --text: #eaeae6; --page: #1a1a18; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: var(--text); background: var(--page); }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
p { max-width: 60rem; }
.scroll { overflow: auto; max-height: 80vh; border: 1px solid var(--line); }
table { border-collapse: separate; border-spacing: 0; font-size: 13px; }
th, td { padding: .35rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
thead th { position: sticky; top: 0; background: var(--head); z-index: 1; }
tbody th { position: sticky; left: 0; background: var(--head); font-variant-numeric: tabular-nums; }
.verdict { display: inline-block; padding: 0 .45em; border-radius: .3em; font-size: 12px; background: #8883; }
.conflict { background: #d33a; } .reserved { background: #e83a; } .legacy { background: #cb3a; } .ambiguous { background: #37ca; }
.local { text-decoration: underline dashed; } .gone { text-decoration: line-through; }
`;
