/** How each verdict is coloured, as ground and text, in light and in dark. */
const VERDICT_COLORS = {
  fail: ['#fbdcd9', '#8c1410', '#5c1c19', '#ffd9d6'],
  warn: ['#ffe9b8', '#6b4300', '#553c0a', '#ffe9b8'],
  known: ['#eadff8', '#4f2a86', '#41285f', '#eadff8'],
  declared: ['#d9e7fb', '#123f7a', '#1c3a63', '#d8e7ff'],
  'not-observed': ['#e4e4de', '#3d3d39', '#3a3a36', '#e6e6e0'],
  pass: ['#d8f0dc', '#14532a', '#173d24', '#cdf2d6'],
  'not-applicable': ['#f1f1ec', '#5c5c57', '#292926', '#b0b0a8'],
} as const;

const variables = (ground: 0 | 2, text: 1 | 3): string =>
  Object.entries(VERDICT_COLORS)
    .map(([name, colors]) => `--${name}: ${colors[ground]}; --${name}-text: ${colors[text]};`)
    .join(' ');

/**
 * The look of the page. Every pair of text and ground has a contrast of 4.5 or more, in light and in dark; narrow screens get
 * each row of the matrix as a card, so that nothing scrolls sideways.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fcfcfa; --card: #fff; --head: #f1f1ec; --line: #d9d9d2; --text: #1d1d1b; --soft: #5c5c57; --link: #0b5cad;
  --out: #0b5cad; --in: #7d3c00;
  ${variables(0, 1)}
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #171716; --card: #1e1e1c; --head: #292926; --line: #3d3d39; --text: #ecece7; --soft: #b0b0a8; --link: #8cc0ff;
    --out: #8cc0ff; --in: #ffc38a;
    ${variables(2, 3)}
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 2.5rem 2rem; max-width: 76rem; color: var(--text); background: var(--page); }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.75rem 0 .25rem; overflow-wrap: anywhere; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; scroll-margin-top: 1rem; }
h4 { font-size: .85rem; margin: 1.1rem 0 .4rem; color: var(--soft); overflow-wrap: anywhere; }
p { margin: 0 0 .6rem; overflow-wrap: anywhere; }
a { color: var(--link); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .id { font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace; font-size: .86rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
.soft, small { color: var(--soft); }
.skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
.badge { display: inline-block; padding: .05em .55em; border-radius: .35em; font-size: .82rem; font-weight: 600; white-space: nowrap; }
${Object.keys(VERDICT_COLORS)
  .map((name) => `.${name} { background: var(--${name}); color: var(--${name}-text); }`)
  .join('\n')}
.sums { display: flex; flex-wrap: wrap; gap: .4rem; margin: 1rem 0 1.5rem; }
.sums .badge { font-size: .95rem; padding: .2em .7em; }
.alert { background: var(--fail); color: var(--fail-text); padding: .7rem 1rem; border-radius: .5rem; }
.unseen { background: var(--warn); color: var(--warn-text); border-radius: .2em; padding: 0 .15em; font-size: .9em; }

.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .88rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: middle; }
thead th { background: var(--head); color: var(--soft); font-size: .8rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
thead [scope=colgroup], thead tr + tr th { border-left: 1px solid var(--line); }
tbody th { font-weight: 500; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
.cell { display: flex; flex-wrap: wrap; gap: 0 .7em; padding: .15rem .55rem; border-radius: .35em; text-decoration: none; font-weight: 600; font-variant-numeric: tabular-nums; }
.cell:hover { text-decoration: underline; }
.cell span { white-space: nowrap; }
.label { display: none; }

#filters { margin: 1.25rem 0 0; padding: .9rem 1.1rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; display: grid; gap: .8rem; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem 1rem; }
legend { font-size: .85rem; color: var(--soft); padding: 0; margin-bottom: .3rem; }
.check { display: inline-flex; align-items: center; gap: .35rem; cursor: pointer; }
input[type=checkbox] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--link); }
.fields { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; }
.field { display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); flex: 0 1 12rem; min-width: 0; }
.field.wide { flex: 1 1 14rem; }
select, input[type=search], button { font: inherit; font-size: .95rem; color: var(--text); background: var(--page); border: 1px solid var(--soft); border-radius: .35rem; padding: .35rem .6rem; width: 100%; min-width: 0; height: 2.4rem; }
button { width: auto; cursor: pointer; } button:hover { background: var(--head); }
#count { margin: 0; align-self: center; color: var(--soft); }

.case, .finding { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 .5rem; scroll-margin-top: 1rem; }
summary { padding: .6rem .9rem; cursor: pointer; display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .6rem; border-radius: .5rem; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: '▸'; color: var(--soft); width: .8em; } details[open] > summary::before { content: '▾'; }
summary:hover { background: var(--head); }
details[open] > summary { border-bottom: 1px solid var(--line); border-radius: .5rem .5rem 0 0; }
.id { font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
.eras { color: var(--soft); font-size: .82rem; margin-left: auto; }
.requirement, .why { flex-basis: 100%; overflow-wrap: anywhere; min-width: 0; }
.requirement { color: var(--soft); } .requirement b { font-size: .78rem; letter-spacing: .03em; }
.body { padding: .3rem .9rem .9rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 0; font-size: .92rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.wire { list-style: none; margin: 0 0 .5rem; padding: 0; border: 1px solid var(--line); border-radius: .4rem; overflow: hidden; background: var(--page); }
.wire li { display: grid; grid-template-columns: 5.2rem 1fr; gap: .6rem; padding: .4rem .7rem; border-left: 3px solid; }
.wire li + li { border-top: 1px solid var(--line); }
.wire li > div + div { min-width: 0; color: var(--text); align-self: center; }
.side b { font-size: .82rem; white-space: nowrap; } .side small { display: block; font-size: .75rem; line-height: 1.3; }
.wire .out { border-left-color: var(--out); } .out b { color: var(--out); }
.wire .in { border-left-color: var(--in); } .in b { color: var(--in); }
.headers { color: var(--soft); }
.views { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: .5rem; }
.view { background: var(--head); border-radius: .4rem; padding: .5rem .7rem; font-size: .88rem; min-width: 0; }
.view small, .view i { color: var(--soft); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }

@media (max-width: 46rem) {
  body { padding: 1.25rem 1rem; }
  h1 { font-size: 1.6rem; }
  .scroll { background: none; border: 0; overflow: visible; }
  table, tbody, tr, td, tbody th { display: block; width: 100%; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tbody tr { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .6rem; padding-bottom: .3rem; }
  tbody tr + tr > * { border-top: 0; }
  tbody th { font-weight: 600; padding-bottom: .1rem; }
  td { display: grid; grid-template-columns: 1fr auto; gap: .6rem; align-items: center; padding: .2rem .6rem; }
  td.empty { display: none; }
  .label { display: block; color: var(--soft); font-size: .82rem; overflow-wrap: anywhere; min-width: 0; }
  .field { flex-basis: 100%; }
  .eras { margin-left: 0; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; }
  .wire li { grid-template-columns: 1fr; gap: .1rem; }
  .side { display: flex; gap: .6rem; align-items: baseline; }
}
@media print {
  body { max-width: none; padding: 0; background: #fff; }
  #filters, .skip { display: none !important; }
  .scroll { overflow: visible; }
  .case, .finding, .wire li { break-inside: avoid; }
  .badge, .cell, .wire { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** Filters, and folds. Everything is in the page already, so without a script nothing is missing but comfort. */
export const SCRIPT = `
(() => {
  'use strict';
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  const cards = all('details.case');
  const parts = all('[data-part]');
  const boxes = all('input[name=verdict]');
  const fields = ['group', 'target', 'era'].flatMap((id) => one(id) ?? []);
  const search = one('search');
  const usual = boxes.map((box) => box.checked);
  const texts = new Map();
  const textOf = (card) => {
    if (!texts.has(card)) texts.set(card, card.textContent.toLowerCase());
    return texts.get(card);
  };

  const apply = () => {
    const verdicts = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const wanted = Object.fromEntries(fields.map((field) => [field.id, field.value]));
    let count = 0;
    for (const card of cards) {
      const { verdict, group, eras, target } = card.dataset;
      const fits =
        verdicts.has(verdict) &&
        (!wanted.group || wanted.group === group) &&
        (!wanted.target || wanted.target === target) &&
        (!wanted.era || eras.split(' ').includes(wanted.era)) &&
        words.every((word) => textOf(card).includes(word));
      card.hidden = !fits;
      if (fits) count += 1;
    }
    for (const part of parts) part.hidden = !part.querySelector('details.case:not([hidden])');
    one('count').textContent = count + ' of ' + cards.length + ' shown';
  };

  const choose = (values) => {
    for (const field of fields) field.value = values[field.id] ?? '';
    search.value = '';
  };
  const openTarget = () => {
    const card = one(location.hash.slice(1));
    if (!card?.matches('details.case')) return;
    if (card.hidden) {
      choose({});
      for (const box of boxes) box.checked = true;
      apply();
    }
    card.open = true;
    card.scrollIntoView();
  };

  one('filters').addEventListener('input', apply);
  one('reset').addEventListener('click', () => {
    choose({});
    boxes.forEach((box, index) => (box.checked = usual[index]));
    apply();
  });
  one('unfold').addEventListener('click', (event) => {
    const shown = cards.filter((card) => !card.hidden);
    const open = shown.some((card) => !card.open);
    for (const card of shown) card.open = open;
    event.target.textContent = open ? 'Fold all' : 'Unfold all';
  });
  for (const cell of all('a.cell')) {
    cell.addEventListener('click', () => {
      choose(cell.dataset);
      for (const box of boxes) box.checked = true;
      apply();
    });
  }

  let folded = [];
  addEventListener('beforeprint', () => {
    folded = cards.filter((card) => !card.hidden && !card.open && /^(fail|warn)$/.test(card.dataset.verdict));
    for (const card of folded) card.open = true;
  });
  addEventListener('afterprint', () => {
    for (const card of folded) card.open = false;
  });
  addEventListener('hashchange', openTarget);

  one('filters').hidden = false;
  apply();
  openTarget();
})();
`;
