import { numbersOf } from './read-view.js';
import type { View } from './views.js';

/** Small numbers, and those beside the bounds and steps of a schema. */
export function numbersFor(view: View): readonly number[] {
  const bounds = [
    ...numbersOf(view, 'minimum'),
    ...numbersOf(view, 'exclusiveMinimum'),
    ...numbersOf(view, 'maximum'),
    ...numbersOf(view, 'exclusiveMaximum'),
  ];
  const steps = numbersOf(view, 'multipleOf').filter((step) => step > 0);
  const middles = bounds.flatMap((low) => bounds.map((high) => (low + high) / 2));
  const found = [
    1,
    0,
    ...bounds.flatMap((bound) => [
      bound,
      Math.ceil(bound),
      Math.floor(bound),
      bound + 1,
      bound - 1,
    ]),
    ...steps,
    ...steps.flatMap((step) =>
      bounds.flatMap((bound) => [0, 1, -1].map((more) => (Math.floor(bound / step) + more) * step)),
    ),
    ...middles.slice(0, 64),
    0.5,
  ];
  return found.filter(Number.isFinite);
}
