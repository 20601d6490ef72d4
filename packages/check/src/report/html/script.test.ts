import { describe, expect, it } from 'vitest';
import { FakeElement, runOn } from '../testing/build.js';
import { SCRIPT } from './assets.js';

const card = (verdict: string, group: string, eras: string, target: string, textContent = '') =>
  new FakeElement({ dataset: { verdict, group, eras, target }, textContent });

function pageOf() {
  const cards = [
    card('fail', 'ids', '2025-11-25 2026-07-28', '0', 'id 9007199254740993 lost Digits'),
    card('warn', 'leaks', '2025-11-25', '0', 'a path'),
    card('pass', 'ids', '2025-11-25', '1', 'fine'),
  ];
  const part = (...children: FakeElement[]) => Object.assign(new FakeElement(), { children });
  const parts = [part(cards[0]!), part(cards[1]!), part(cards[2]!)];
  const box = (value: string) => new FakeElement({ value, checked: value !== 'pass' });
  const boxes = ['fail', 'warn', 'pass'].map(box);
  const cell = new FakeElement({ dataset: { group: 'ids', era: '2025-11-25', target: '1' } });
  const names = ['filters', 'search', 'count', 'reset', 'unfold', 'group', 'target', 'era'];
  const ids: Record<string, FakeElement> = Object.fromEntries(
    names.map((id) => [id, Object.assign(new FakeElement(), { id })]),
  );
  ids['filters']!.hidden = true;
  ids['t0-0'] = cards[0]!;
  ids['t1-0'] = cards[2]!;
  const lists = {
    'details.case': cards,
    '[data-part]': parts,
    'input[name=verdict]': boxes,
    'a.cell': [cell],
  };
  return { ids, lists, cards, parts, boxes, cell };
}

const shownOf = (page: ReturnType<typeof pageOf>) => page.cards.map(({ hidden }) => !hidden);

describe('the script of the report', () => {
  it('shows the filters, and what they let through', () => {
    const page = pageOf();
    runOn(page, SCRIPT);
    expect(page.ids['filters']!.hidden).toBe(false);
    expect(shownOf(page)).toEqual([true, true, false]);
    expect(page.parts.map(({ hidden }) => hidden)).toEqual([false, false, true]);
    expect(page.ids['count']!.textContent).toBe('2 of 3 shown');
  });

  it.each([
    ['search', 'DIGITS 9007199254740993', [true, false, false]],
    ['search', 'digits path', [false, false, false]],
    ['group', 'leaks', [false, true, false]],
    ['era', '2026-07-28', [true, false, false]],
    ['target', '1', [false, false, false]],
  ])('filters by %s %s, and takes it back', (id, value, shown) => {
    const page = pageOf();
    runOn(page, SCRIPT);
    page.ids[id]!.value = value;
    page.ids['filters']!.fire('input');
    expect(shownOf(page)).toEqual(shown);
    page.boxes[2]!.checked = true;
    page.ids['reset']!.fire('click');
    expect(shownOf(page)).toEqual([true, true, false]);
  });

  it('shows the cases of a cell of the matrix, whatever their verdict', () => {
    const page = pageOf();
    runOn(page, SCRIPT);
    page.cell.fire('click');
    expect(shownOf(page)).toEqual([false, false, true]);
  });

  it('unfolds what is shown, and folds it again', () => {
    const page = pageOf();
    runOn(page, SCRIPT);
    page.ids['unfold']!.fire('click');
    expect(page.cards.map(({ open }) => open)).toEqual([true, true, false]);
    page.ids['unfold']!.fire('click');
    expect(page.cards.map(({ open }) => open)).toEqual([false, false, false]);
  });

  it('opens the case that the address names, even one that is filtered away', () => {
    const page = pageOf();
    runOn(page, SCRIPT, '#t1-0');
    expect(page.cards[2]).toMatchObject({ open: true, hidden: false });
  });

  it('prints bugs unfolded, and folds them afterwards', () => {
    const page = pageOf();
    const fire = runOn(page, SCRIPT);
    fire('beforeprint');
    expect(page.cards.map(({ open }) => open)).toEqual([true, true, false]);
    fire('afterprint');
    expect(page.cards.map(({ open }) => open)).toEqual([false, false, false]);
  });

  it('works on a page that has nothing to choose from', () => {
    const { ids, lists } = pageOf();
    const { filters, search, count, reset, unfold } = ids;
    const few = { filters, search, count, reset, unfold } as Record<string, FakeElement>;
    runOn({ ids: few, lists: { ...lists, 'a.cell': [] } }, SCRIPT);
    expect(count!.textContent).toBe('2 of 3 shown');
  });
});
