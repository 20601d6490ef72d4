import { describe, expect, it } from 'vitest';
import type { Answer } from '@errata/prove';
import { englishIn } from './testing/english-in.js';
import { FAILING_CALLS, type FailingCall } from './testing/failing-calls.js';
import { REFUSED_REQUESTS } from './testing/refused-requests.js';
import { startGateway, type GatewayOptions, type StartedGateway } from './testing/start-gateway.js';
import { RESULT_CALLS } from './testing/result-calls.js';

async function answered(
  options: GatewayOptions,
  ask: (gateway: StartedGateway) => Promise<Answer>,
): Promise<unknown> {
  const gateway = await startGateway({ ...options, lang: 'zh' });
  try {
    return (await ask(gateway)).message;
  } finally {
    await gateway.close();
  }
}

const WITHOUT_EVIDENCE: GatewayOptions = { without: ['evidence'] };

const FAILURES = Object.entries(FAILING_CALLS as Readonly<Record<string, FailingCall>>)
  // It takes five seconds to fail, in words that other failures of the Logbook have too.
  .filter(([name]) => name !== 'a locked Logbook');

describe.each(['2025-11-25', '2026-07-28'] as const)('a gateway that speaks Chinese, %s', (era) => {
  it.each(FAILURES)('has no English in the failure of %s', async (_name, { options, provoke }) => {
    expect(englishIn(await answered({ ...options, era }, provoke))).toEqual([]);
  });

  it.each(Object.entries(RESULT_CALLS))('has no English in the result: %s', async (name, ask) => {
    const options = name === 'evidence that cannot be checked' ? WITHOUT_EVIDENCE : {};
    expect(englishIn(await answered({ ...options, era }, ask))).toEqual([]);
  });
});

describe('a gateway that speaks Chinese', () => {
  it.each(Object.entries(REFUSED_REQUESTS))('has no English in the refusal: %s', async (_, ask) => {
    expect(englishIn(await answered({}, ask))).toEqual([]);
  });
});
