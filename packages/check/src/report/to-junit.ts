import { GROUPS } from '../case.js';
import type { WireExchange } from '../exchange.js';
import type {
  BaselineEntry,
  CaseResult,
  ContractReport,
  Report,
  TargetReport,
} from '../run/results.js';
import { obligationOf, ruleText } from './findings.js';
import { attributes, brief, counted, element, printable, text } from './text.js';
import { headersText, wasAnswered, wireLog, type WireEntry } from './wire-log.js';

/** Exchanges as lines of plain text, one for each thing sent or received. */
export function plainWire(exchanges: readonly WireExchange[]): readonly string[] {
  return exchanges.flatMap((exchange) => {
    const log = wireLog(exchange);
    return [...log.map(lineOf), ...(wasAnswered(log) ? [] : ['got nothing'])];
  });
}

function lineOf(entry: WireEntry): string {
  const { way, head, text } = entry;
  const cut = text.length > text.text.length;
  const parts = [head, brief(headersText(entry)), text.text].filter((part) => part);
  return printable(
    [
      way === 'out' ? 'sent' : 'got',
      ...(parts.length === 0 ? ['(empty)'] : parts),
      ...(cut ? [`… ${counted(text.length, 'character')}`] : []),
    ].join(' '),
  );
}

interface Test {
  readonly name: string;
  readonly classname: string;
  readonly seconds?: number;
  readonly kind: 'pass' | 'failure' | 'error' | 'skipped';
  /** What is written besides the pass. */
  readonly inside?: string;
}

export interface JunitOptions {
  /** Whether a warning is a failure. */
  readonly strict?: boolean;
}

/** A run as JUnit XML: a suite for each server and revision, a test for each case. A warning passes and says so, unless it is strict. */
export function toJunit(report: Report, { strict = false }: JunitOptions = {}): string {
  const suites = [
    ...report.targets.flatMap((target) => [
      ...(target.unreachable === undefined
        ? []
        : [suite(report, target.target, [unreachable(target)])]),
      ...target.eras.map(({ era, results }) =>
        suite(
          report,
          `${target.target} ${era}`,
          results.map((result) => testOf(result, strict)),
        ),
      ),
      ...(target.contract === undefined
        ? []
        : [suite(report, `${target.target} contract`, contractTests(target.contract))]),
    ]),
    ...(report.stale.length === 0 ? [] : [suite(report, 'baseline', report.stale.map(staleTest))]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'errata check' }, suites.join('\n'))}\n`;
}

function suite({ date }: Report, name: string, tests: readonly Test[]): string {
  const count = (kind: Test['kind']) => String(tests.filter((test) => test.kind === kind).length);
  const seconds = tests.reduce((sum, test) => sum + (test.seconds ?? 0), 0);
  return element(
    'testsuite',
    {
      name,
      tests: String(tests.length),
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
      time: seconds.toFixed(3),
      // The schema of JUnit has no room for a zone.
      timestamp: date.replace(/(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, ''),
    },
    tests.map(testcase).join('\n'),
  );
}

function testcase({ name, classname, seconds = 0, inside }: Test): string {
  return element('testcase', { name, classname, time: seconds.toFixed(3) }, inside);
}

function testOf(result: CaseResult, strict: boolean): Test {
  const { id, group, verdict, exchanges } = result;
  const test = {
    name: id,
    classname: GROUPS[group],
    seconds: exchanges.reduce((sum, { ms }) => sum + ms, 0) / 1000,
  };
  const why = brief(result.why ?? '');
  switch (verdict) {
    case 'pass':
      return { ...test, kind: 'pass' };
    case 'fail':
      return { ...test, kind: 'failure', inside: failure(result, why) };
    case 'warn':
      return strict
        ? { ...test, kind: 'failure', inside: failure(result, why) }
        : {
            ...test,
            kind: 'pass',
            inside: element(
              'system-out',
              {},
              text(`warning: ${printable(why)}\n${detail(result)}`),
            ),
          };
    default:
      return {
        ...test,
        kind: 'skipped',
        inside: `<skipped${attributes({ message: `${verdict}: ${why}` })}/>`,
      };
  }
}

function failure(result: CaseResult, why: string): string {
  return element('failure', { message: why, type: obligationOf(result) }, text(detail(result)));
}

function detail({ requirement, fix, link, connection, exchanges }: CaseResult): string {
  return [
    `rule: ${requirement}`,
    `fix: ${fix}`,
    `link: ${ruleText(link)}`,
    ...(connection === 'open' ? [] : [`connection afterwards: ${connection}`]),
    ...plainWire(exchanges),
  ]
    .map(printable)
    .join('\n');
}

function unreachable({ transport, unreachable: why = '' }: TargetReport): Test {
  return {
    name: 'the server can be reached',
    classname: transport,
    kind: 'error',
    inside: element('error', { message: brief(why), type: 'unreachable' }),
  };
}

function contractTests({ name, findings }: ContractReport): readonly Test[] {
  if (findings.length === 0) {
    return [{ name: 'nothing but what is declared', classname: name, kind: 'pass' }];
  }
  return findings.map(({ kind, era, code, reason, why, exchange }) => ({
    name: [kind, brief(reason ?? ''), code, era]
      .filter((part) => part !== '' && part !== null)
      .join(' '),
    classname: name,
    kind: 'failure',
    inside: element(
      'failure',
      { message: brief(why), type: kind },
      text(plainWire([exchange]).join('\n')),
    ),
  }));
}

function staleTest({ case: id, era, target }: BaselineEntry): Test {
  return {
    name: [id, era, target].filter((part) => part !== undefined).join(' '),
    classname: 'baseline',
    kind: 'failure',
    inside: element('failure', {
      message: 'It no longer fails: remove it from the baseline',
      type: 'stale',
    }),
  };
}
