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
