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
