import { meaningsOf, type NumberReport } from './meanings-of.js';
import type { Source } from './source.js';
import { KNOWN_SOURCES } from './sources.js';

/** Every number that means two or more different things, from the highest down, as the codes are usually listed. */
export function collisionMap(sources: readonly Source[] = KNOWN_SOURCES): readonly NumberReport[] {
  const codes = new Set(sources.flatMap(({ meanings }) => meanings.map(({ code }) => code)));
  return [...codes]
    .sort((a, b) => b - a)
    .map((code) => meaningsOf(code, sources))
    .filter(({ different }) => different > 1);
}
