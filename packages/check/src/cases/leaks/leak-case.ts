import { kept, notObserved, violated, type Case } from '../../case.js';
import type { Probe } from '../../probe.js';
import { adviceLink } from '../links.js';
import { failuresIn, type Said } from './failures.js';
import { wasSent } from './known.js';
import type { Recogniser, Sighting } from './recognise/recogniser.js';

interface Leak extends Pick<Case, 'requirement' | 'fix'> {
  readonly name: string;
  readonly recognise: Recogniser;
  /** Why a sighting is none: the client knows it, or asked for such a thing. */
  isHarmless?(sighting: Sighting, said: Said, probe: Probe): boolean;
}

/** A case about what no failure of the whole run may show, by the form of it. */
export function leakCase({ name, requirement, fix, recognise, isHarmless }: Leak): Case {
  return {
    id: `errata/leaks/${name}`,
    group: 'leaks',
    requirement,
    link: adviceLink('leaks'),
    keyword: 'SHOULD',
    fix,
    when: 'last',
    run(probe) {
      const failures = failuresIn(probe);
      if (failures.length === 0) return notObserved('nothing failed in this run');
      const leaks = failures.flatMap((said) => {
        const sighting = recognise(said.text).find(
          (each) => !wasSent(said.exchange, each.core) && isHarmless?.(each, said, probe) !== true,
        );
        return sighting === undefined ? [] : [{ ...said, sighting }];
      });
      return leaks.length === 0 ? kept : tell(leaks);
    },
  };
}

function tell(leaks: readonly (Said & { readonly sighting: Sighting })[]) {
  const [{ sighting }] = leaks as [(typeof leaks)[number]];
  const more = leaks.length === 1 ? '' : ` (and ${leaks.length - 1} more)`;
  const shown = [...new Set(leaks.map(({ exchange }) => exchange))].slice(0, 3);
  return violated(
    `a failure shows ${sighting.what}: ${JSON.stringify(sighting.text.slice(0, 120))}${more}`,
    ...shown,
  );
}
