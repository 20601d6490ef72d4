import type { Era } from '@errata/core';
import type { CaseResult, ContractFinding, Report, TargetReport, Verdict } from '../run/results.js';
import { obligationOf, ruleText } from './findings.js';
import { brief, jsonText, printable } from './text.js';

export interface SarifOptions {
  /** The file that findings are shown at: a server has no lines of source that could be named from outside. */
  readonly artifact?: string;
}

interface SarifResult {
  readonly ruleId: string;
  readonly [member: string]: unknown;
}

type Rule = { readonly id: string } & Readonly<Record<string, unknown>>;

const LEVELS: Readonly<Partial<Record<Verdict, 'error' | 'warning' | 'note'>>> = {
  fail: 'error',
  warn: 'warning',
  declared: 'note',
  known: 'note',
};

const CONTRACT_RULES: Readonly<Record<ContractFinding['kind'], string>> = {
  'undeclared code': 'Every failure that is sent is declared by the contract.',
  'missing field': 'A failure has the fields that the contract declares for it.',
  'wrong retryability': 'Whether a call may be repeated is said as the contract declares it.',
};

/** A run as SARIF 2.1.0, for code scanning. What is declared or known is a note, and accepted. */
export function toSarif(report: Report, { artifact = 'errata-check' }: SarifOptions = {}): string {
  const rules = new Map<string, Rule>();
  const results: SarifResult[] = [];
  for (const target of report.targets) {
    for (const result of target.eras.flatMap((each) => each.results)) {
      if (LEVELS[result.verdict] === undefined) continue;
      rules.set(result.id, ruleOf(result));
      results.push(resultOf(result, target, artifact));
    }
    for (const finding of target.contract?.findings ?? []) {
      const rule = contractRule(finding.kind);
      rules.set(rule.id, rule);
      results.push(contractResult(rule.id, finding, target, artifact));
    }
  }
  for (const entry of report.stale) {
    if (!rules.has(entry.case)) rules.set(entry.case, { id: entry.case });
    results.push({
      ruleId: entry.case,
      level: 'warning',
      message: { text: 'This entry of the baseline no longer fails: remove it.' },
      baselineState: 'absent',
      locations: [location(artifact, entry.target ?? 'every server', entry.era)],
    });
  }
  const order = [...rules.keys()];
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'errata check', version: report.version, rules: [...rules.values()] },
        },
        invocations: [invocation(report)],
        results: results.map((result) => ({ ...result, ruleIndex: order.indexOf(result.ruleId) })),
      },
    ],
  });
}

function ruleOf(result: CaseResult): Rule {
  const { id, requirement, fix, link, keyword, group } = result;
  return {
    id,
    shortDescription: { text: requirement },
    help: {
      text: `${obligationOf(result)}: ${requirement}\nHow to fix it: ${fix}\n${ruleText(link)}`,
    },
    ...(link.startsWith('https:') && { helpUri: link }),
    defaultConfiguration: { level: keyword === 'MUST' ? 'error' : 'warning' },
    properties: { tags: [group, keyword] },
  };
}

function resultOf(result: CaseResult, target: TargetReport, artifact: string): SarifResult {
  const { id, era, verdict, why = result.requirement } = result;
  return {
    ruleId: id,
    level: LEVELS[verdict],
    message: { text: printable(brief(why)) },
    locations: [location(artifact, target.target, era)],
    partialFingerprints: { 'errataCase/v1': printable(`${target.target} ${era} ${id}`) },
    ...(verdict === 'known' && { baselineState: 'unchanged' }),
    ...((verdict === 'known' || verdict === 'declared') && {
      suppressions: [
        {
          kind: 'external',
          status: 'accepted',
          justification:
            verdict === 'known' ? 'listed in the baseline' : 'declared by the contract',
        },
      ],
    }),
  };
}

function contractRule(kind: ContractFinding['kind']): Rule {
  return {
    id: `errata/contract/${kind.replaceAll(' ', '-')}`,
    shortDescription: { text: CONTRACT_RULES[kind] },
    help: { text: `${CONTRACT_RULES[kind]} Fix the server, or declare what it does.` },
    defaultConfiguration: { level: 'error' },
  };
}

function contractResult(
  ruleId: string,
  { era, code, reason, why }: ContractFinding,
  { target }: TargetReport,
  artifact: string,
): SarifResult {
  return {
    ruleId,
    level: 'error',
    message: { text: printable(brief(why)) },
    locations: [location(artifact, target, era)],
    properties: { code, ...(reason !== undefined && { reason: printable(brief(reason)) }) },
  };
}

function location(artifact: string, target: string, era: Era | undefined): object {
  const name = printable(target);
  return {
    physicalLocation: { artifactLocation: { uri: artifact }, region: { startLine: 1 } },
    logicalLocations: [
      { name, fullyQualifiedName: era === undefined ? name : `${name} ${era}`, kind: 'resource' },
    ],
  };
}

function invocation({ targets }: Report): object {
  const gone = targets.filter(({ unreachable }) => unreachable !== undefined);
  return {
    executionSuccessful: gone.length === 0,
    ...(gone.length > 0 && {
      toolExecutionNotifications: gone.map(({ target, unreachable = '' }) => ({
        level: 'error',
        message: { text: printable(`${target}: ${brief(unreachable)}`) },
      })),
    }),
  };
}
