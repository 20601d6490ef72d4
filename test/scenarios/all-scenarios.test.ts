import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { cleanUpAfterwards } from './testing/clean-up.js';

cleanUpAfterwards();

/** What has to be handled: framing and ids, the choice of channel, content, HTTP and eras, time and life. */
const SCENARIOS = [
  'Malformed JSON line, id readable',
  'Malformed JSON, id unreadable',
  'A request with id null',
  'An error with null, missing or other id',
  'Ids 0, empty, unicode, large, text or number',
  'A duplicate id in flight',
  'A line on stdout that is not JSON',
  'Result and error together, or a code as text',
  'A missing response',
  'A tool throws a rich error',
  'The text of an error without isError',
  'Structured content of an error against the output schema',
  'An unknown or disabled tool',
  'Input validation',
  'An empty result against a failure',
  'A business refusal or policy denial',
  'A degraded or redirected success',
  'A partial failure in bulk',
  'A secret in message, cause, URL or headers',
  'A thrown object with a data property',
  'A foreign integer code',
  'A thrown value without a message',
  'A prefix twice',
  'A page of HTML, a dump of a schema library',
  'The text of an error as an injection',
  'A misleading message',
  'A JSON-RPC error inside 4xx and 5xx',
  '429 and Retry-After',
  '401 and 403',
  'An unknown session, an expired handle',
  'Traffic of another era',
  'Timeouts, cancellation, crashes, missing settings',
] as const;

it('every scenario has a test that begins with its number', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder)
    .filter((name) => /\.(test|drill)\.ts$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const tested = new Set(
    sources.flatMap((text) => [...text.matchAll(/'(\d+)\. /g)].map(([, number]) => Number(number))),
  );
  const missing = SCENARIOS.filter((_, index) => !tested.has(index + 1));
  expect(SCENARIOS).toHaveLength(32);
  expect(missing).toEqual([]);
  expect([...tested].filter((number) => number < 1 || number > SCENARIOS.length)).toEqual([]);
});
