import {
  defineCatalog,
  defineContract,
  type Contract,
  type DefinitionInput,
  type Strategy,
  type Era,
} from '@errata/core';
import { STRATEGIES } from '@errata/core/internal';
import { inspectAnswer, type Inspected, type System } from '@errata/prove';
import { objectOrEmpty, parseJson } from './json/json.js';
import type { Case, Deviation } from './case.js';
import type { WireExchange, ReceivedMessage } from './exchange.js';
import type { ContractFinding, ContractReport } from './run/results.js';

/** What is wrong with a contract file, as one sentence. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/**
 * Read a contract as `errata catalog <system> --json` prints one: `{ domain, failures: [{ reason, code, … }] }`. It may say
 * besides: `unreadable_id`, `tool_failures`, and for a failure the `fields` of its data.
 */
export function parseContract(text: string): Contract {
  const value = parseJson(text);
  if (value === undefined) throw new ContractError('it is not JSON');
  const { domain, failures, unreadable_id: id, tool_failures: surface } = objectOrEmpty(value);
  if (typeof domain !== 'string' || domain === '') {
    throw new ContractError('"domain" has to be a name, such as "shop"');
  }
  if (!Array.isArray(failures) || failures.length === 0) {
    throw new ContractError(
      '"failures" has to be a list such as [{"reason": "SOLD_OUT", "code": -31001}]',
    );
  }
  const unreadableId = oneOf('unreadable_id', id, ['null', 'omit'] as const);
  const toolFailures = oneOf('tool_failures', surface, ['rpc', 'tool'] as const);
  const definitions = Object.fromEntries(
    failures.map((each: unknown, index) => toDefinition(each, `failures[${index}]`)),
  );
  if (Object.keys(definitions).length < failures.length) {
    throw new ContractError('a reason is declared twice');
  }
  try {
    const catalog = defineCatalog(domain, definitions, {
      // The numbers are those of the file in every revision; whether a revision allows them is a case of its own.
      numbers: 'literal',
      eras: ['jsonrpc'],
      sharedCodes: true,
    });
    return defineContract({
      catalog,
      rpcData: 'payload',
      ...(unreadableId && { unreadableId: () => unreadableId }),
      ...(toolFailures && { toolFailures: () => toolFailures }),
    });
  } catch (error) {
    throw new ContractError(error instanceof Error ? error.message : String(error));
  }
}

function toDefinition(value: unknown, at: string): [string, DefinitionInput] {
  const {
    reason,
    code,
    title,
    category,
    recovery,
    retryable,
    fields,
    retryable_when: when,
  } = objectOrEmpty(value);
  if (typeof reason !== 'string') throw new ContractError(`${at}: "reason" has to be a name`);
  if (typeof code !== 'number')
    throw new ContractError(`${at} (${reason}): "code" has to be a number`);
  const strategy = oneOf(`${at} (${reason}): "recovery"`, recovery, STRATEGIES);
  const declared = oneOf(`${at} (${reason}): "retryable"`, retryable, [true, false] as const);
  return [
    reason,
    {
      code,
      title: typeof title === 'string' ? title : reason,
      category: typeof category === 'string' ? category : 'declared',
      recovery: strategy ?? defaultStrategy(declared),
      // What depends on the occurrence is not for a file to say.
      ...(typeof when === 'string'
        ? { retryable: () => false, retryableWhen: when }
        : declared !== undefined && { retryable: declared }),
      context: fieldsOf(fields, `${at} (${reason})`),
    },
  ];
}

function defaultStrategy(retryable: boolean | undefined): Strategy {
  return retryable === true ? 'retry_with_backoff' : 'report_and_abort';
}

/** Names of members that the data has to have; one that ends with "?" may be missing. */
function fieldsOf(value: unknown, at: string): Record<string, 'json' | 'json?'> {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
    throw new ContractError(`${at}: "fields" has to be a list of names`);
  }
  return Object.fromEntries(
    (value as string[]).map((name) =>
      name.endsWith('?') ? [name.slice(0, -1), 'json?' as const] : [name, 'json' as const],
    ),
  );
}

function oneOf<const T>(name: string, value: unknown, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new ContractError(`${name} has to be one of ${allowed.map(String).join(', ')}`);
}

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
