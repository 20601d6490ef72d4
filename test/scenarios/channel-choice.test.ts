import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { view } from '@errata/catalogs/hosts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanUpAfterwards, connectStdio, SDKS } from './testing/clean-up.js';
import { callModern } from './testing/http.js';
import {
  openServer,
  serverCommand,
  sharedHttp,
  sharedServer,
  start,
  type Started,
} from './testing/start.js';
import { call, factsOf, modernCall, textOf, type Message } from './testing/wire.js';

cleanUpAfterwards();

describe.each(SDKS)('channel choice, SDK %s', (sdk) => {
  const ask = async (line: 'bare' | 'guard', tool: string, args: object = {}) =>
    (await sharedServer({ sdk, line })).ask(call(`${tool}-${line}`, tool, args));

  it('10. a tool throws code and data: the bare SDK sends its text alone, guarded both are beside the first line', async () => {
    const before = await ask('bare', 'rich');
    expect(JSON.stringify(before)).not.toContain('dev-lab-01');
    expect(before.result?._meta).toBeUndefined();
    expect(textOf(before)).toBe(
      sdk === 'v1' ? 'MCP error -32010: Device Unreachable' : 'Device Unreachable',
    );

    const after = await ask('guard', 'rich');
    expect(after.result?.isError).toBe(true);
    expect(factsOf(after)).toMatchObject({
      code: -32010,
      reason: 'DEVICE_UNREACHABLE',
      retryable: true,
      data: { device_id: 'dev-lab-01' },
    });
    expect(textOf(after)).toMatch(
      /^DEVICE_UNREACHABLE: .*Nothing was changed\. Next: retry after 60 s\. ref=corr-[0-9a-f]{16}$/,
    );
  });

  it('10. what the model behind a host sees of it is the same first line everywhere', async () => {
    const after = await ask('guard', 'declared');
    for (const host of ['claude-code', 'vs-code', 'openai-agents', 'codex']) {
      const seen = view(after, host);
      expect([host, seen.includes('DEVICE_UNREACHABLE: No answer from dev-lab-01')]).toEqual([
        host,
        true,
      ]);
    }
  });

  it('11. a failure as plain text is a silent success; a returned fault is one that every host counts', async () => {
    const before = await ask('bare', 'text_error');
    expect(before.result?.isError).toBeUndefined();
    // Guard does not judge texts: what a tool calls a success stays one.
    expect(await ask('guard', 'text_error')).toMatchObject({ result: before.result });

    const after = await ask('guard', 'returned');
    expect(after.result?.isError).toBe(true);
    expect(factsOf(after)).toMatchObject({ reason: 'POLICY_DENIED', effect: 'none' });
    // Without guard the same object would be a success with its insides spread over the result.
    expect((await ask('bare', 'returned')).result?.isError).toBeUndefined();
  });

  it('13. an unknown tool: v1 answers with a result, v2 with a bare error; guarded both say −32602 and suggest a name', async () => {
    const before = await ask('bare', 'ecko');
    expect(sdk === 'v1' ? before.result?.isError : before.error?.code).toBe(
      sdk === 'v1' ? true : -32602,
    );
    const after = await ask('guard', 'ecko');
    expect(after.error).toMatchObject({ code: -32602, data: { tool: 'ecko' } });
    expect(after.error?.message).toBe('No tool "ecko"; did you mean echo?');
  });

  it('13. a disabled tool gets the answer of an unknown one', async () => {
    const after = await ask('guard', 'disabled');
    expect(after.error).toMatchObject({ code: -32602, message: 'No tool "disabled"' });
  });

  it('14. wrong arguments: a result that names each field, what was expected and an example, without repeating the value', async () => {
    const args = { a: 'canary-value-91', b: 'x' };
    const after = await ask('guard', 'add', args);
    expect(after.result?.isError).toBe(true);
    expect(textOf(after)).toMatch(
      /^INVALID_PARAMS: 2 problems with the input: a, b\. Nothing was changed\./,
    );
    expect(textOf(after)).toContain(
      '- a: Invalid input: expected number, received string; for example 1',
    );
    expect(JSON.stringify(after)).not.toContain('canary-value-91');
    expect(JSON.stringify(after).length).toBeLessThan(2500);
    expect((await ask('bare', 'add', args)).result?._meta).toBeUndefined();
  });

  it('15. an empty result is not a failure: it passes unchanged and no observer is called', async () => {
    const server = await sharedServer({ sdk, line: 'guard' });
    const after = await server.ask(call('nothing', 'nothing'));
    expect(after.result?.content).toEqual([]);
    expect(after.result?.isError).toBeUndefined();
    const probe = await server.ask(call('probe', 'declared'));
    await server.says(`"ref":"${factsOf(probe)!.ref}"`);
    expect(server.faults().filter((record) => record['tool_name'] === 'nothing')).toEqual([]);
  });

  it('16. a policy denial: isError, the rule and whom to ask, and a row in the journal under the same ref', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const journal = join(folder, 'journal.jsonl');
    const server = await openServer({ sdk, line: 'guard', journal });
    const after = await server.ask(call('denied', 'returned'));
    expect(after.result?.isError).toBe(true);
    expect(textOf(after)).toContain(
      'Rule no-writes does not allow it. Nothing was changed. Next: Ask the owner of the rule.',
    );
    const rows = (await readFile(journal, 'utf8'))
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row) as object);
    expect(rows).toEqual([
      expect.objectContaining({
        ref: factsOf(after)?.ref,
        tool_name: 'returned',
        mcp_error_code: 'POLICY_DENIED',
        category: 'policy',
      }),
    ]);
  });

  it('17. a redirected success: no isError, and the first line says that it waits in the outbox', async () => {
    const after = await ask('guard', 'redirect');
    expect(after.result?.isError).toBeUndefined();
    expect(textOf(after).split('\n')[0]).toBe(
      'REDIRECTED: not stored yet, it waits in the outbox as 41.',
    );
    expect(after.result?.structuredContent).toEqual({
      ok: true,
      action: 'redirect',
      outbox_id: 41,
    });
    expect(after.result).toEqual((await ask('bare', 'redirect')).result);
  });

  it('18. a partial failure in bulk: the items say which, the whole call is a success; only all failed is a failure', async () => {
    const partly = await ask('guard', 'bulk');
    expect(partly.result?.isError).toBeUndefined();
    expect(partly.result?.structuredContent).toMatchObject({
      items: [{ ok: true }, { ok: false, reason: 'NOT_FOUND' }, { ok: true }],
    });
    const failed = await ask('guard', 'bulk_failed');
    expect(failed.result?.isError).toBe(true);
    expect(factsOf(failed)).toMatchObject({ reason: 'NOT_FOUND', data: { name: 'a, b and c' } });
  });
});

describe('channel choice, across the two generations', () => {
  /** No handshake: the first envelope decides. */
  let started: Started | undefined;
  const modern = () => (started ??= start(serverCommand({ sdk: 'v2', line: 'serve' })));

  it.each(SDKS)(
    '12. structured content of an error that the output schema does not admit, server of SDK %s: the v1 client masks the error, guarded it reads the text',
    async (sdk) => {
      const read = async (line: 'bare' | 'guard') => {
        const client = await connectStdio('v1', serverCommand({ sdk, line }));
        await client.list(); // from here on the client knows the output schema
        return client.call('misfit').catch((error: Error) => error.message);
      };
      expect(await read('bare')).toMatch(/-32602: Structured content does not match/);
      expect(await read('guard')).toMatchObject({
        isError: true,
        content: [{ text: 'the oracle is closed' }],
      });
    },
  );

  describe.each(['stdio', 'HTTP'])('on 2026-07-28 over %s', (wire) => {
    const ask = async (tool: string): Promise<Message> => {
      if (wire === 'stdio') return modern().ask(modernCall(tool, tool));
      const { url } = await sharedHttp({ sdk: 'v2', line: 'serve' });
      return (await callModern(url, tool)).message;
    };

    it('12. structured content of an error stays: clients of that revision do not check failures', async () => {
      expect((await ask('misfit')).result).toMatchObject({
        isError: true,
        structuredContent: { reason: 'CLOSED' },
      });
    });

    it('13. an unknown tool is −32602 as well, with a suggested name', async () => {
      expect((await ask('ecko')).error).toMatchObject({
        code: -32602,
        message: 'No tool "ecko"; did you mean echo?',
      });
    });

    it('10. a declared failure leaves the reserved band: −32010 is −31010 there', async () => {
      const message = await ask('declared');
      expect(factsOf(message)).toMatchObject({ reason: 'DEVICE_UNREACHABLE', code: -31010 });
      expect(message.result).toMatchObject({ isError: true, resultType: 'complete' });
    });
  });
});
