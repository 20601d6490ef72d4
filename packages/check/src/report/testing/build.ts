import type { WireExchange, ReceivedMessage, HttpReply } from '../../exchange.js';
import type { CaseResult, Report, TargetReport } from '../../run/results.js';
import type { Colors } from '../render-terminal.js';

/** An exchange of texts; more where a test is about it. */
export function exchangeOf(
  sent: readonly string[],
  message: readonly string[],
  more: Partial<WireExchange> = {},
): WireExchange {
  const messages = message.map((text, index): ReceivedMessage => ({
    text,
    value: undefined,
    at: 101 + index,
  }));
  return {
    sent,
    received: messages,
    responses: messages,
    reply: messages[0],
    httpAnswers: [],
    state: 'open',
    at: 100,
    ms: 12,
    ...more,
  };
}

export function httpReplyOf(
  status: number,
  body: string,
  more: Partial<HttpReply> = {},
): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body, ended: 'whole', ...more };
}

/** Default: a pass. */
export function resultOf(more: Partial<CaseResult> = {}): CaseResult {
  return {
    id: 'jsonrpc/5/result-or-error',
    group: 'requests',
    keyword: 'MUST',
    requirement: 'A reply has a result or an error, and never both.',
    link: 'https://www.jsonrpc.org/specification#response_object',
    fix: 'Build replies in one place that takes either a result or an error.',
    era: '2025-11-25',
    verdict: 'pass',
    connection: 'open',
    exchanges: [],
    views: [],
    ...more,
  };
}

export function targetOf(
  results: readonly CaseResult[],
  more: Partial<TargetReport> = {},
): TargetReport {
  const eras = [...new Set(results.map(({ era }) => era))];
  return {
    target: 'node server.js',
    transport: 'stdio',
    server: { name: 'sample', version: '1.2.0' },
    eras: eras.map((era) => ({ era, results: results.filter((each) => each.era === era) })),
    notes: [],
    requests: 1204,
    ms: 12_430,
    ...more,
  };
}

export function reportOf(targets: readonly TargetReport[], more: Partial<Report> = {}): Report {
  return { version: '0.1.0', date: '2026-11-02T10:15:00.000Z', targets, stale: [], ...more };
}

const plain = (text: string): string => text;

export const NO_COLORS: Colors = {
  bold: plain,
  dim: plain,
  red: plain,
  yellow: plain,
  green: plain,
  cyan: plain,
};
