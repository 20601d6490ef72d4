import { gradeOf, exitCodeOf, tallyOf, type Tally } from './findings.js';
import { originsOf } from './origin.js';
import type { WireExchange } from '../exchange.js';
import type {
  CaseResult,
  ContractReport,
  ModelView,
  Report,
  TargetReport,
} from '../run/results.js';
import { brief, jsonText, wireText } from './text.js';

/** A run as one line of JSON. Wire texts longer than 4,000 characters are cut, and `cut_from` says how long they were. */
export function toJson(report: Report, options: { strict?: boolean } = {}): string {
  const results = report.targets.flatMap(({ eras }) => eras.flatMap((each) => each.results));
  return jsonText({
    version: report.version,
    date: report.date,
    exit_code: exitCodeOf(report, options),
    counts: countsOf(tallyOf(results.map(({ verdict }) => verdict))),
    targets: report.targets.map(targetOf),
    stale: report.stale,
  });
}

function countsOf(tally: Tally): Record<string, number> {
  return Object.fromEntries(
    Object.entries(tally).map(([verdict, count]) => [verdict.replaceAll(' ', '_'), count]),
  );
}

function targetOf(target: TargetReport): object {
  const { eras, contract, unreachable, notes, ...rest } = target;
  const originOf = originsOf(target);
  return {
    grade: gradeOf(target) ?? null,
    ...rest,
    server: { name: brief(rest.server.name), version: brief(rest.server.version) },
    ...(unreachable !== undefined && { unreachable: brief(unreachable) }),
    notes: notes.map(brief),
    eras: eras.map(({ era, results }) => ({
      era,
      counts: countsOf(tallyOf(results.map(({ verdict }) => verdict))),
      results: results.map((result) => ({
        ...resultOf(result),
        ...((result.verdict === 'fail' || result.verdict === 'warn') && originOf(result.id)),
      })),
    })),
    ...(contract !== undefined && { contract: contractOf(contract) }),
  };
}

function resultOf({ why, exchanges, views, ...rest }: CaseResult): object {
  return {
    ...rest,
    ...(why !== undefined && { why: brief(why) }),
    exchanges: exchanges.map(exchangeOf),
    views: views.map(viewOf),
  };
}

function viewOf({ call, hosts }: ModelView): object {
  return {
    call: brief(call),
    hosts: hosts.map(({ id, name, tokens, text, nothing }) => ({
      id,
      name,
      tokens,
      ...wireMembers(text),
      ...(nothing !== undefined && { nothing }),
    })),
  };
}

function contractOf({ name, met, findings }: ContractReport): object {
  return {
    name,
    met,
    findings: findings.map(({ why, exchange, ...rest }) => ({
      ...rest,
      why: brief(why),
      exchange: exchangeOf(exchange),
    })),
  };
}

function exchangeOf({
  sent,
  httpRequests,
  received,
  reply,
  httpAnswers,
  state,
  at,
  ms,
}: WireExchange): object {
  return {
    sent: sent.map(wireMembers),
    ...(httpRequests !== undefined && {
      http_requests: httpRequests.map(({ method, path, headers }) => ({
        method,
        path: brief(path),
        headers: headersOf(headers),
      })),
    }),
    received: received.map((one) => ({ at: one.at, ...wireMembers(one.text) })),
    /** Which of them is the reply. */
    reply:
      reply === undefined
        ? null
        : received.findIndex(({ at, text }) => at === reply.at && text === reply.text),
    http_answers: httpAnswers.map(({ status, headers, body, ended }) => ({
      status,
      headers: headersOf(headers),
      ended,
      body: wireMembers(body),
    })),
    state,
    at,
    ms,
  };
}

function wireMembers(text: string): { text: string; cut_from?: number } {
  const { text: kept, length } = wireText(text);
  return { text: kept, ...(length > kept.length && { cut_from: length }) };
}

function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, brief(value)]));
}
