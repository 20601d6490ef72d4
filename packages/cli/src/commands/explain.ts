import {
  findByReason,
  meaningsOf,
  type FoundFailure,
  type Meaning,
  type NumberReport,
} from '@errata/catalogs';
import { ERAS, Fault, judgeCode, toCatalogJson, type Era } from '@errata/core';
import { Option, type Command } from 'commander';
import { CATALOG_NAMES } from '../known.js';
import { renderTable, wrap } from '../output/table.js';
import { writeJson } from '../output/write-json.js';
import type { ExitCode, Perform } from '../perform.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

interface Options {
  readonly era?: Era;
  readonly json?: boolean;
}

export function addExplainCommand(program: Command, perform: Perform): void {
  program
    .command('explain')
    .description('tell what a code or a reason means, to whom, and what to do about it')
    .argument('<code-or-reason>', 'a number such as -32001, or a reason such as DEVICE_UNREACHABLE')
    .addOption(new Option('--era <era>', 'only this protocol revision').choices(ERAS))
    .option('--json', 'print one line of JSON')
    .action((what: string, options: Options) =>
      perform((terminal) => {
        const text = what.replace('−', '-'); // a minus that was copied from a document
        if (/^[+-]?\d+$/.test(text)) return explainCode(Number(text), options, terminal);
        if (/^[a-z][a-z0-9_]*$/i.test(text))
          return explainReason(text.toUpperCase(), options, terminal);
        throw new UsageError(
          `${JSON.stringify(what)} is neither an integer nor a reason such as NOT_FOUND`,
        );
      }),
    );
}

function explainCode(code: number, { era, json }: Options, terminal: Terminal): ExitCode {
  const report = meaningsOf(code);
  const meanings =
    era === undefined ? report.meanings : report.meanings.filter(({ eras }) => eras.includes(era));
  const eras = era === undefined ? ERAS : [era];
  if (json === true) {
    writeJson(
      { ...report, meanings, eras: Object.fromEntries(eras.map((one) => [one, report.eras[one]])) },
      terminal,
    );
  } else {
    terminal.out(`${renderCode(report, meanings, eras, terminal)}\n`);
  }
  return meanings.length === 0 ? 1 : 0;
}

function renderCode(
  report: NumberReport,
  meanings: readonly Meaning[],
  eras: readonly Era[],
  terminal: Terminal,
): string {
  const { bold } = terminal.colors;
  const head = bold(`${report.code}: ${summary(report, meanings)}`);
  const rows = meanings.map(({ who, name, meaning, strategy, status, where }) => {
    const local = where === 'local' ? 'never on the wire' : undefined;
    const remarks = [status, local, strategy && `→ ${strategy}`].filter((one) => one !== undefined);
    return [who, [`${name}: ${meaning}`, ...remarks].join('; ')];
  });
  const columns = [{ title: 'who' }, { title: 'what it means there', wrap: true }];
  const table = renderTable(columns, rows, terminal.columns);
  return [
    head,
    ...(rows.length === 0 ? [] : ['', table]),
    '',
    ...renderEras(report, eras, terminal),
  ].join('\n');
}

function summary({ verdict, different }: NumberReport, meanings: readonly Meaning[]): string {
  if (meanings.length === 0) return 'nobody known uses it here';
  return different === 1 ? 'one meaning' : `${different} different meanings (${verdict})`;
}

/** Eras with the same verdict and advice are told together. */
function renderEras(report: NumberReport, eras: readonly Era[], terminal: Terminal): string[] {
  const groups = new Map<string, Era[]>();
  for (const era of eras) {
    const { level, rule, advice } = report.eras[era];
    const may = level === 'must-not' || level === 'should-not' ? level.replace('-', ' ') : 'may';
    const text = `${may} be emitted: ${rule}. Received: ${advice}.`;
    groups.set(text, [...(groups.get(text) ?? []), era]);
  }
  return [...groups].flatMap(([text, same]) => [
    terminal.colors.bold(same.length === ERAS.length ? 'every era' : same.join(', ')),
    ...wrap(text, terminal.columns - 2).map((line) => `  ${line}`),
  ]);
}

function explainReason(reason: string, { era, json }: Options, terminal: Terminal): ExitCode {
  const found = findByReason(reason);
  if (found.length === 0) {
    if (json === true) writeJson({ reason, failures: [] }, terminal);
    else
      terminal.err(
        `errata: no catalog declares ${reason} (looked in ${CATALOG_NAMES.join(', ')})\n`,
      );
    return 1;
  }
  const eras = era === undefined ? ERAS : [era];
  if (json === true)
    writeJson({ reason, failures: found.map((failure) => describe(failure, eras)) }, terminal);
  else
    terminal.out(
      `${found.map((failure) => renderFailure(failure, eras, terminal)).join('\n\n')}\n`,
    );
  return 0;
}

function describe({ name, contract, definition }: FoundFailure, eras: readonly Era[]) {
  const facts = toCatalogJson(contract.catalog).failures.find(
    ({ reason }) => reason === definition.reason,
  )!;
  return {
    domain: definition.domain,
    who: name,
    ...facts,
    when: definition.when ?? null,
    fields: definition.fields.map(({ name: field, type, required }) => ({
      name: field,
      type,
      required,
    })),
    numbers: Object.fromEntries(
      eras.map((era) => {
        const code = contract.number(new Fault(definition, {}), era);
        return [era, { code, ...judgeCode(code, era) }];
      }),
    ),
  };
}

function renderFailure(failure: FoundFailure, eras: readonly Era[], terminal: Terminal): string {
  const { bold } = terminal.colors;
  const facts = describe(failure, eras);
  const numbers = new Map<number, string[]>();
  for (const [era, { code }] of Object.entries(facts.numbers))
    numbers.set(code, [...(numbers.get(code) ?? []), era]);
  const lines: [string, string][] = [
    ['title', facts.title],
    ...(facts.when === null ? [] : ([['when', facts.when]] as [string, string][])),
    ['category', facts.category],
    [
      'recovery',
      facts.recovery + (facts.recovery_varies === true ? ' (the occurrence decides)' : ''),
    ],
    ['retryable', facts.retryable_when ?? (facts.retryable ? 'yes' : 'no')],
    ...[...numbers].map(([code, same]): [string, string] => [String(code), same.join(', ')]),
    [
      'fields',
      facts.fields.map(({ name, required }) => (required ? name : `${name}?`)).join(', ') || 'none',
    ],
  ];
  return [
    bold(`${facts.domain}/${facts.reason}`),
    ...lines.flatMap(([label, text]) =>
      wrap(text, terminal.columns - 14).map(
        (line, index) => `  ${(index === 0 ? label : '').padEnd(11)} ${line}`,
      ),
    ),
  ].join('\n');
}
