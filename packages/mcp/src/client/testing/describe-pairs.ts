import { isRecoveryError, type RecoveryError } from '@errata/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pair } from './every-pair.js';
import { openPair, type OpenPair } from './open-pair.js';

/** What a call was given up with; fails if it was not. */
async function givenUp(call: Promise<unknown>): Promise<RecoveryError> {
  const error = await call.then(
    (value) => expect.fail(`no failure but ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!isRecoveryError(error)) throw error;
  return error;
}

/** What a recovering client does, with each of these pairs of client and server. */
export function describePairs(pairs: readonly Pair[]): void {
  describe.each(pairs)('$name', (pair) => {
    let open: OpenPair;
    beforeEach(async () => {
      open = await openPair(pair);
    });
    afterEach(() => open.close());

    it('repeats a read-only tool that asks for time, and gives the result of the SDK', async () => {
      const result = await open.call('read_busy');
      expect(result.content[0]!.text).toBe('answered at call 3');
      expect(open.sleeps).toEqual([7000, 7000]);
      expect(open.retries.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
        [1, 7000],
        [2, 7000],
      ]);
      expect(open.retries[0]!.failure).toMatchObject({
        origin: 'tool',
        domain: 'lab',
        reason: 'BUSY',
        code: -32010,
        ref: 'corr-0123456789abcdef',
        data: { seat: 4 },
        tool: 'read_busy',
      });
    });

    it('repeats a write only if the server calls it idempotent', async () => {
      const result = await open.call('write_busy_idempotent');
      expect(result.content[0]!.text).toBe('answered at call 3');

      const error = await givenUp(open.call('write_busy'));
      expect(error.attempts).toBe(1);
      expect(error.failure).toMatchObject({ reason: 'BUSY', effect: 'unknown' });
      expect(error.plan).toMatchObject({ action: 'abort', safe: false });
      // The result that the SDK would have returned is not lost.
      expect(error.cause).toMatchObject({ isError: true });
      expect((await open.calls()).write_busy).toBe(1);
    });

    it('tryCallTool returns the failure instead of throwing it', async () => {
      expect(await open.tryCall('write_busy')).toMatchObject({
        ok: false,
        failure: { domain: 'lab', reason: 'BUSY' },
        plan: { action: 'abort' },
        attempts: 1,
      });
      expect(await open.tryCall('calls')).toMatchObject({ ok: true, result: { content: [{}] } });
    });

    it('shows a plain error of an SDK server without prefixes, and does not repeat it', async () => {
      const error = await givenUp(open.call('refuse'));
      expect(error.failure).toMatchObject({ origin: 'tool', message: 'Not Found' });
      expect(error.attempts).toBe(1);
      const prompt = await givenUp(open.getPrompt('missing'));
      expect(prompt.failure).toMatchObject({
        origin: 'rpc',
        code: -32003,
        reason: 'NOT_FOUND',
        message: 'Not Found',
      });
      expect(prompt.message).not.toContain('MCP error');
    });

    it('does not take a server’s own -32001 for a timeout', async () => {
      const error = await givenUp(open.getPrompt('unauthorized'));
      expect(error.failure).toMatchObject({ origin: 'rpc', code: -32001, reason: 'UNAUTHORIZED' });
      expect(error.attempts).toBe(1);
      expect((await open.calls()).unauthorized).toBe(1);
    });

    it('repeats a read that got no answer in time, and no write', async () => {
      const patient = await openPair(pair, { maxAttempts: 100 });
      const result = await patient.call('read_silent', { timeout: 300 });
      // On a busy machine an answer that comes after the timeout takes another attempt.
      expect(result.content[0]!.text).toMatch(/^answered at call ([2-9]|\d\d+)$/);
      expect(patient.retries[0]!.failure).toMatchObject({ origin: 'local', kind: 'timeout' });
      await patient.close();

      const error = await givenUp(open.call('write_silent', { timeout: 300 }));
      expect(error.failure).toMatchObject({ origin: 'local', kind: 'timeout', effect: 'unknown' });
      expect(error.attempts).toBe(1);
      expect((await open.calls()).write_silent).toBe(1);
    });

    it('rejects with the caller’s reason when the caller aborts, and repeats nothing', async () => {
      const reason = new Error('changed my mind');
      const controller = new AbortController();
      const call = open.call('read_silent', { signal: controller.signal });
      // The call has reached the server when the server says so.
      while ((await open.calls()).read_silent !== 1);
      controller.abort(reason);
      await expect(call).rejects.toBe(reason);
      expect((await open.calls()).read_silent).toBe(1);
      expect(open.retries).toEqual([]);

      expect(await open.tryCall('read_silent', { signal: controller.signal })).toMatchObject({
        ok: false,
        failure: { origin: 'local', kind: 'cancelled' },
        attempts: 0,
      });
    });
  });

  describe.each(pairs.filter(({ name }) => name.includes('stdio')))('$name, waiting', (pair) => {
    it('stops waiting when the caller aborts', async () => {
      const controller = new AbortController();
      const reason = new Error('no patience');
      const open = await openPair(pair, {
        // A wait that only the signal ends.
        sleep: (_, signal) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        onRetry: () => setImmediate(() => controller.abort(reason)),
      });
      await expect(open.call('read_busy', { signal: controller.signal })).rejects.toBe(reason);
      expect((await open.calls()).read_busy).toBe(1);
      await open.close();
    });

    it('gives up at once when the server dies in the middle of a call', async () => {
      const failures: unknown[] = [];
      const open = await openPair(pair, { onFailure: (event) => failures.push(event) });
      const error = await givenUp(open.call('die'));
      expect(error.failure).toMatchObject({ origin: 'local', kind: 'closed', effect: 'unknown' });
      expect(error.plan).toMatchObject({ action: 'abort', why: expect.stringContaining('gone') });
      expect(error.attempts).toBe(1);
      const next = await givenUp(open.call('calls'));
      expect(next.failure).toMatchObject({ kind: 'send', reason: 'NOT_CONNECTED', effect: 'none' });
      expect(next.attempts).toBe(0);
      expect(failures).toHaveLength(2);
      expect(open.sleeps).toEqual([]);
      await open.close();
    });
  });
}
