import { findByReason, KNOWN_CONTRACTS, type FoundFailure } from '@errata/catalogs';
import { KNOWN_SOURCES, type Meaning } from '@errata/catalogs/collisions';
import { defineContract, ERAS, judgeCode, toCatalogJson, toolError, type Era } from '@errata/core';
import { GENERIC, GENERIC_DOMAIN, type CodeVerdict, type Definition } from '@errata/core/internal';
import { didYouMean, plain } from '../../closest.js';
import type { ExitCode } from '../../command.js';
import { eraLabel, groupEras, STRATEGY_TEXT, unique } from '../../output/meanings.js';
import { renderTable } from '../../output/table.js';
import { wrap } from '../../output/wrap.js';
import { writeJson } from '../../output/write.js';
import { findCatalog } from '../../systems.js';
import type { Terminal } from '../../terminal.js';
import type { ExplainWhere } from './explain-code.js';

/** Everything about a name: each catalog's failure of that name, then the implementations that use it. */
export function explainReason(
  { name, domain: wanted }: { readonly name: string; readonly domain?: string },
  { era, json, own }: ExplainWhere,
  terminal: Terminal,
): ExitCode {
  const contracts = [...own, RECOGNISED, ...KNOWN_CONTRACTS];
  const domain = wanted && domainOf(wanted, contracts);
  const { failures, elsewhere } = findName(name, contracts, {
    ...(domain !== undefined && { domain }),
    ...(era !== undefined && { era }),
  });
  const eras = era === undefined ? undefined : [era];
  const facts = failures.map((failure) => describeFailure(failure, eras));
  const reason = facts[0]?.reason ?? name.toUpperCase();
  if (json === true) writeJson({ reason, failures: facts, elsewhere }, terminal);
  const found = facts.length + elsewhere.length > 0;
  if (!found && json !== true) terminal.err(complaint(name, contracts, domain, era));
  if (found && json !== true) {
    const parts = [
      ...facts.map((one) => renderFailure(one, terminal)),
      ...(elsewhere.length === 0 ? [] : [renderElsewhere(elsewhere, terminal)]),
    ];
    terminal.out(`${parts.join('\n\n')}\n`);
  }
  return found ? 0 : 1;
}

type Contracts = ExplainWhere['own'];

const GENERIC_DEFINITIONS: readonly Definition[] = [
  ...(Object.values(GENERIC) as readonly Definition[]),
  toolError('a text').definition,
];

/** What guard, serve and the kit send without a catalog. */
const RECOGNISED = {
  name: 'Errata',
  contract: defineContract({
    catalog: {
      domain: GENERIC_DOMAIN,
      rules: { sharedCodes: true },
      definitions: GENERIC_DEFINITIONS,
      definition: (reason) => GENERIC_DEFINITIONS.find((one) => one.reason === reason),
      unexpected: GENERIC.UNEXPECTED as Definition,
    },
  }),
};

function domainOf(wanted: string, contracts: Contracts): string {
  const domains = contracts.flatMap(({ contract: { catalog } }) => [
    catalog.domain,
    ...catalog.definitions.map(({ domain }) => domain),
  ]);
  return (
    domains.find((domain) => plain(domain) === plain(wanted)) ??
    findCatalog(wanted).contract.catalog.domain
  );
}

function complaint(
  name: string,
  contracts: Contracts,
  domain: string | undefined,
  era: Era | undefined,
): string {
  const quoted = JSON.stringify(name);
  const anywhere = findName(name, contracts, {});
  if (anywhere.failures.length + anywhere.elsewhere.length > 0) {
    const homes = anywhere.failures.map(({ definition }) => definition.domain).join(', ');
    if (domain !== undefined && !homes.split(', ').includes(domain)) {
      return `errata: ${domain} declares no ${quoted}${homes && `; it is declared by ${homes}`}\n`;
    }
    return `errata: no known catalog or SDK uses ${quoted} in ${era}; other eras do\n`;
  }
  return [
    `errata: unknown name ${quoted}${didYouMean(name, [...reasonsOf(contracts), ...NAMES])}`,
    `Looked in ${[...new Set(contracts.map(({ contract }) => contract.catalog.domain))].join(', ')} and the SDKs.`,
    'A catalog of your own: --catalog ./dist/catalog.js\n',
  ].join('\n');
}

/** What is known under a name: failures that a catalog declares, and names that only an implementation has. */
interface FoundName {
  readonly failures: readonly FoundFailure[];
  readonly elsewhere: readonly Meaning[];
}

function reasonsOf(contracts: Contracts): readonly string[] {
  const all = contracts.flatMap(({ contract }) => contract.catalog.definitions);
  return [...new Set(all.map(({ reason }) => reason))];
}

const IMPLEMENTATIONS = KNOWN_SOURCES.flatMap(({ meanings }) => meanings).filter(
  ({ kind }) => kind === 'implementation',
);

const NAMES: readonly string[] = IMPLEMENTATIONS.map(({ name }) => name);

/** Look a name up in any spelling: `not_found`, `NotFound`, `not found`. With an era, only what is known in it. */
function findName(
  name: string,
  contracts: Contracts,
  { domain, era }: { readonly domain?: string; readonly era?: Era },
): FoundName {
  const same = (other: string) => plain(other) === plain(name);
  const failures = reasonsOf(contracts)
    .filter(same)
    .flatMap((reason) => findByReason(reason, contracts))
    .filter(({ definition }) => domain === undefined || definition.domain === domain)
    .map((found) => ({
      ...found,
      numbers: found.numbers.filter(({ eras }) => era === undefined || eras.includes(era)),
    }))
    .filter(({ numbers }) => numbers.length > 0);
  const elsewhere = IMPLEMENTATIONS.filter(
    (meaning) =>
      same(meaning.name) &&
      domain === undefined &&
      (era === undefined || meaning.eras.includes(era)),
  );
  return { failures, elsewhere };
}

/** A declared failure as plain facts; `--json` prints exactly this. */
function describeFailure(
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

type FailureFacts = ReturnType<typeof describeFailure>;

/** A declared failure as a card. */
function renderFailure(facts: FailureFacts, { colors, columns }: Terminal): string {
  const fields = facts.fields.map(({ name, required }) => (required ? name : `${name}?`));
  const optional = facts.fields.some(({ required }) => !required) ? ' (? is optional)' : '';
  const lines: (readonly [string, string] | undefined)[] = [
    ['title', facts.title],
    facts.when === null ? undefined : ['when', facts.when],
    ['category', facts.category],
    ...numbersOf(facts),
    ['client', strategyOf(facts)],
    facts.suggestion === null ? undefined : ['advice', facts.suggestion],
    ['retryable', facts.retryable_when ?? (facts.retryable ? 'yes' : 'no')],
    ['data', fields.length === 0 ? 'no fields' : fields.join(', ') + optional],
  ];
  return [
    colors.bold(`${facts.domain}/${facts.reason}`),
    ...lines
      .filter((line) => line !== undefined)
      .flatMap(([label, text]) =>
        wrap(text, columns - 13).map(
          (line, index) => `  ${colors.dim((index === 0 ? label : '').padEnd(9))}  ${line}`,
        ),
      ),
  ].join('\n');
}

function numbersOf({ numbers, numbers_vary: vary }: FailureFacts): [string, string][] {
  const groups = groupEras(
    ERAS.filter((era) => numbers[era] !== undefined),
    (era) => numbers[era]!,
    ({ code, allowed }) => `${code} ${allowed}`,
  );
  return groups.map(({ eras, meaning: { code, allowed, rule } }, index) => {
    // Only the newest revision names codes for what happened, so only its number can be another one.
    const other =
      vary && eras.includes('2026-07-28') ? '; 2026-07-28 may name another for what happened' : '';
    const breach = allowed ? '' : `; not allowed: ${rule}`;
    return [index === 0 ? 'code' : '', `${code} in ${eraLabel(eras)}${other}${breach}`];
  });
}

function strategyOf({ recovery, recovery_varies: varies }: FailureFacts): string {
  const text = `${recovery}: ${STRATEGY_TEXT[recovery]}`;
  return varies === true ? `${text} (unless the reply says otherwise)` : text;
}

/** Names that no catalog declares, but the code of an SDK has. */
function renderElsewhere(meanings: readonly Meaning[], terminal: Terminal): string {
  const rows = unique(
    meanings.map(({ code, who, name, meaning, where }) =>
      JSON.stringify([
        String(code),
        who,
        `${name}: ${meaning}${where === 'local' ? ' (never on the wire)' : ''}`,
      ]),
    ),
  ).map((row) => JSON.parse(row) as string[]);
  const columns = [
    { title: 'code' },
    { title: 'who', wrap: true },
    { title: 'meaning', wrap: true },
  ];
  return [
    terminal.colors.bold('In implementations'),
    renderTable(columns, rows, terminal.columns),
  ].join('\n');
}
