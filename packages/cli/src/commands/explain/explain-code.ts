import { meaningsOf, type NumberReport } from '@errata/catalogs';
import { KNOWN_SOURCES, sourceOfContract, type EraOfNumber } from '@errata/catalogs/collisions';
import { ERAS, type Contract, type Era } from '@errata/core';
import textWidth from 'fast-string-width';
import type { ExitCode } from '../../command.js';
import {
  eraLabel,
  groupByName,
  groupEras,
  VERDICTS,
  type NameGroup,
} from '../../output/meanings.js';
import { indent, pad, wrap } from '../../output/wrap.js';
import { writeJson } from '../../output/write.js';
import type { Terminal } from '../../terminal.js';

/** Where to look. */
export interface ExplainWhere {
  readonly era?: Era;
  readonly json?: boolean;
  /** The catalog that the user named. */
  readonly own: readonly { readonly name: string; readonly contract: Contract }[];
}

/** Everything about a number, in one era or in all. */
export function explainCode(
  code: number,
  { era, json, own }: ExplainWhere,
  terminal: Terminal,
): ExitCode {
  const report = reportOf(code, era, own);
  const eras = era === undefined ? ERAS : [era];
  if (json === true) {
    const judged = Object.fromEntries(eras.map((one) => [one, report.eras[one]]));
    writeJson({ ...report, eras: judged }, terminal);
  } else {
    terminal.out(`${renderCode(report, eras, terminal)}\n`);
    if (code > 0 && report.meanings.length === 0 && meaningsOf(-code).meanings.length > 0) {
      terminal.err(`errata: did you mean -${code}?\n`);
    }
  }
  return report.meanings.length === 0 ? 1 : 0;
}

/** With an era, only its rules count; what is wrong with the number stays the same. */
function reportOf(code: number, era: Era | undefined, own: ExplainWhere['own']): NumberReport {
  const known = new Set(KNOWN_SOURCES.map(({ name }) => name));
  const mine = own
    .filter(({ name }) => !known.has(name))
    .map(({ name, contract }) => sourceOfContract(name, contract));
  const all = [...mine, ...KNOWN_SOURCES];
  const report = meaningsOf(code, all);
  if (era === undefined) return report;
  const sources = all.map(({ name, meanings }) => ({
    name,
    meanings: meanings.filter(({ eras }) => eras.includes(era)),
  }));
  const { meanings, different } = meaningsOf(code, sources);
  return { ...report, meanings, different };
}

/** A number for people: what it means to whom, whether it may be sent, and what to make of it. */
function renderCode(report: NumberReport, eras: readonly Era[], terminal: Terminal): string {
  const { bold } = terminal.colors;
  const groups = groupByName(report.meanings);
  const declared = groups.some(({ strategies }) => strategies.length > 0);
  return [
    ...renderHead(report, groups, eras, terminal),
    ...(groups.length === 0 ? [] : ['']),
    ...groups.flatMap((group) => renderGroup(group, widestName(groups, terminal), terminal)),
    ...(declared
      ? [
          '',
          ...indent('→ what that party wants a client to do', 2, terminal.columns).map(
            terminal.colors.dim,
          ),
        ]
      : []),
    '',
    bold('May it be emitted?'),
    ...renderEmission(report, eras, terminal),
    '',
    bold('What should a client do with it?'),
    ...renderAdvice(report, eras, terminal),
  ].join('\n');
}

function renderHead(
  report: NumberReport,
  groups: readonly NameGroup[],
  eras: readonly Era[],
  { colors, columns }: Terminal,
): string[] {
  const { code, verdict, different } = report;
  const used = eras.filter((era) => report.meanings.some((one) => one.eras.includes(era)));
  const isSome = used.length > 0 && used.length < eras.length;
  const where = eras.length === 1 || isSome ? ` in ${eraLabel(isSome ? used : eras)}` : '';
  if (groups.length === 0) return [colors.bold(`${code}: no known catalog or SDK uses it${where}`)];
  // Several names may mean one thing: what is counted is the condition behind them.
  const names = groups.length > different ? ` under ${groups.length} names` : '';
  const count = `${different === 1 ? 'one meaning' : `${different} different meanings`}${names}`;
  const text = VERDICTS[verdict];
  return [
    colors.bold(`${code}: ${count}${where}`),
    ...(text === undefined ? [] : wrap(`${capital(verdict)}: ${text}.`, columns)),
  ];
}

/** Names are in one column, if the screen is wide enough for the parties. */
function widestName(groups: readonly NameGroup[], { columns }: Terminal): number {
  const widest = Math.max(...groups.map(({ name }) => textWidth(name)));
  return widest <= columns / 2 ? widest : 0;
}

function renderGroup(group: NameGroup, nameWidth: number, terminal: Terminal): string[] {
  const { bold, dim, cyan } = terminal.colors;
  const { columns } = terminal;
  const { name, who, texts, remarks, strategies } = group;
  const parties = who.join(', ');
  const head =
    nameWidth === 0
      ? [`  ${bold(name)}`, ...indent(parties, 4, columns)]
      : wrap(parties, columns - nameWidth - 4).map(
          (line, index) => `  ${bold(pad(index === 0 ? name : '', nameWidth))}  ${line}`,
        );
  return [
    ...head,
    ...[...texts, ...remarks.map((remark) => `(${remark})`)].flatMap((text) =>
      indent(text, 4, columns).map(dim),
    ),
    ...strategies.map((strategy) => `    ${cyan(`→ ${strategy}`)}`),
  ];
}

const MAY: Readonly<Record<EraOfNumber['level'], string>> = {
  standard: 'yes',
  defined: 'yes, as defined',
  free: 'yes',
  'should-not': 'should not',
  'must-not': 'must not',
};

function renderEmission(report: NumberReport, eras: readonly Era[], terminal: Terminal): string[] {
  const { green, yellow, red } = terminal.colors;
  const paint = (level: EraOfNumber['level']) =>
    level === 'must-not' ? red : level === 'should-not' ? yellow : green;
  const groups = groupEras(
    eras,
    (era) => ({ level: report.eras[era].level, rule: withoutEra(report.eras[era].rule, era) }),
    ({ level, rule }) => `${level} ${rule}`,
  );
  return groups.flatMap(({ eras: same, meaning: { level, rule } }) => [
    `  ${eraLabel(same)}: ${paint(level)(MAY[level])}`,
    ...indent(capital(rule), 4, terminal.columns).map(terminal.colors.dim),
  ]);
}

function renderAdvice(report: NumberReport, eras: readonly Era[], terminal: Terminal): string[] {
  const groups = groupEras(
    eras,
    (era) => adviceIn(era, report),
    (advice) => advice,
  );
  return groups.flatMap(({ eras: same, meaning: said }) => [
    `  ${eraLabel(same)}:`,
    ...indent(said, 4, terminal.columns),
  ]);
}

/** Where several parties use a free number, their wishes stand beside their names already. */
function adviceIn(era: Era, { eras, meanings }: NumberReport): string {
  const { level, advice } = eras[era];
  const here = meanings.filter((one) => one.eras.includes(era) && one.where !== 'local');
  if (here.length === 0 && meanings.length > 0 && level === 'free') {
    return 'Nobody known sends it in these revisions. Treat it as an unknown error.';
  }
  return level === 'free' && groupByName(here).length > 1
    ? 'Find out who sent it, then do as that party says. The number alone does not tell.'
    : `${advice}.`;
}

/** The era is before the rule, and revisions with the same rule are in one line. */
function withoutEra(rule: string, era: Era): string {
  return rule.replace(`MCP ${era} `, 'MCP ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
