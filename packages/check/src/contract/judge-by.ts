import type { Contract, Era } from '@errata/core';
import { inspectAnswer, type Inspected, type System } from '@errata/prove';
import type { Case, Deviation } from '../case.js';
import type { WireExchange, ReceivedMessage } from '../exchange.js';
import type { ContractFinding, ContractReport } from '../run/results.js';

/** Holds a run against what a server declares. */
export interface ContractJudge {
  readonly name: string;
  /** Whether the contract announces what this case calls a violation, and these exchanges show. */
  declares(each: Pick<Case, 'deviation'>, era: Era, evidence: readonly WireExchange[]): boolean;
  report(
    runs: readonly { readonly era: Era; readonly exchanges: readonly WireExchange[] }[],
  ): ContractReport;
}

export interface JudgeOptions {
  /** Whether the `structuredContent` of a failed tool result without facts is declared all the same. */
  readonly isResult?: System['isResult'];
}

/** A judge who knows a contract. */
export function judgeBy(
  name: string,
  contract: Contract,
  { isResult }: JudgeOptions = {},
): ContractJudge {
  const inspect = (
    exchange: WireExchange,
    message: ReceivedMessage,
    era: Era,
  ): readonly Inspected[] =>
    inspectAnswer(
      { text: message.text, message: message.value, ...sentWith(exchange) },
      contract,
      era,
      isResult,
    );
  return {
    name,
    declares({ deviation }, era, evidence) {
      if (deviation === undefined) return false;
      if (!isAnnounced(deviation, contract, era)) return false;
      if (deviation !== 'own-code') return true;
      const failures = evidence.flatMap((each) =>
        each.responses.flatMap((message) => inspect(each, message, era)),
      );
      // The definition of unexpected errors declares none in particular.
      const { reason: unexpected } = contract.catalog.unexpected;
      return (
        failures.length > 0 &&
        failures.every(({ declared, own, reason }) => declared && own && reason !== unexpected)
      );
    },
    report(runs) {
      const met = new Set<string>();
      const findings = new Map<string, ContractFinding>();
      for (const { era, exchanges } of runs) {
        for (const exchange of exchanges) {
          for (const message of exchange.responses) {
            for (const seen of inspect(exchange, message, era)) {
              if (seen.declared && seen.own && seen.reason !== undefined) met.add(seen.reason);
              for (const finding of findingsOf(seen, era, exchange)) {
                findings.set(`${finding.kind} ${finding.era} ${finding.why}`, finding);
              }
            }
          }
        }
      }
      return { name, met: [...met].sort(), findings: [...findings.values()] };
    },
  };
}

function isAnnounced(deviation: Deviation, contract: Contract, era: Era): boolean {
  switch (deviation) {
    case 'null-id':
      return contract.unreadableId(era) === 'null';
    case 'tool-failures-as-errors':
      return contract.toolFailures(era) === 'rpc';
    case 'own-code':
      return true;
  }
}

function findingsOf(seen: Inspected, era: Era, exchange: WireExchange): readonly ContractFinding[] {
  const { code, reason, declared, missing, retry } = seen;
  const about = { era, code, ...(reason !== undefined && { reason }), exchange };
  const name = `${reason ?? 'a failure'}${code === null ? '' : ` (${code})`}`;
  return [
    ...(declared
      ? []
      : [{ ...about, kind: 'undeclared code' as const, why: `${name} is not declared` }]),
    ...missing.map((field) => ({
      ...about,
      kind: 'missing field' as const,
      why: `${name} has no ${field}`,
    })),
    ...(retry === undefined
      ? []
      : [{ ...about, kind: 'wrong retryability' as const, why: `${name}: ${retry}` }]),
  ];
}

function sentWith({ sent, httpAnswers }: WireExchange): { sent?: string; status?: number } {
  const [text] = sent;
  const status = httpAnswers[0]?.status;
  return {
    ...(sent.length === 1 && text !== undefined && { sent: text }),
    ...(status !== undefined && { status }),
  };
}
