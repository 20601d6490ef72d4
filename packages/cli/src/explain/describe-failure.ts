import type { FoundFailure } from '@errata/catalogs';
import { judgeCode, toCatalogJson, type CodeVerdict, type Era } from '@errata/core';

/** A declared failure as plain facts; `--json` prints exactly this. */
export function describeFailure(
  { name, contract, definition, numbers }: FoundFailure,
  only?: readonly Era[],
) {
  const facts = toCatalogJson(contract.catalog).failures.find(
    ({ reason }) => reason === definition.reason,
  )!;
  const byEra = numbers.flatMap(({ number, eras }) =>
    eras
      .filter((era) => only === undefined || only.includes(era))
      .map((era): [Era, { code: number } & CodeVerdict] => [
        era,
        { code: number, ...judgeCode(number, era) },
      ]),
  );
  return {
    domain: definition.domain,
    who: name,
    ...facts,
    when: definition.when ?? null,
    suggestion: typeof definition.suggestion === 'string' ? definition.suggestion : null,
    fields: definition.fields.map(({ name: field, type, required }) => ({
      name: field,
      type,
      required,
    })),
    numbers: Object.fromEntries(byEra) as Partial<Record<Era, { code: number } & CodeVerdict>>,
    /** Whether an occurrence can get another number: a revision may name a code for what really happened. */
    numbers_vary: typeof definition.condition === 'function',
  };
}

export type FailureFacts = ReturnType<typeof describeFailure>;
