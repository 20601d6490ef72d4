import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChildCommand, openWire, textOf, type Wire } from './testing/child.js';
import { behindStdio, createWorkspace, referenceServers, writingPid } from './testing/peers.js';

const workspace = await createWorkspace();
afterAll(() => workspace.remove());

async function using<T>(command: ChildCommand, work: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = await openWire(command);
  try {
    return await work(wire);
  } finally {
    await wire.child.close();
  }
}

describe.each(workspace.servers)('the $name server', ({ command }) => {
  // One connection each for all of them: what is answered wrongly must not disturb what comes after it.
  let bare: Wire;
  let behind: Wire;
  beforeAll(async () => {
    bare = await openWire(command);
    behind = await openWire(behindStdio(command));
  });
  afterAll(async () => {
    await Promise.all([bare.child.close(), behind.child.close()]);
  });

  const answersBehind = async (text: string): Promise<readonly unknown[]> =>
    (await behind.answersTo(text)).map((line) => JSON.parse(line) as unknown);

  it('leaves a malformed line unanswered; behind the edge it is −32700 under the id that can still be read', async () => {
    const text = '{"jsonrpc":"2.0","id":7,"method":"ping"';
    expect(await bare.answersTo(text)).toEqual([]);
    expect(await answersBehind(text)).toMatchObject([{ id: 7, error: { code: -32700 } }]);
  });

  it('leaves an id of null unanswered; behind the edge it is −32600 without an id', async () => {
    const text = '{"jsonrpc":"2.0","id":null,"method":"ping"}';
    expect(await bare.answersTo(text)).toEqual([]);
    const answers = await answersBehind(text);
    expect(answers).toMatchObject([{ error: { code: -32600 } }]);
    expect(answers).not.toHaveProperty('0.id');
  });

  it('leaves a batch unanswered; behind the edge it is −32600', async () => {
    const text = '[{"jsonrpc":"2.0","id":8,"method":"ping"}]';
    expect(await bare.answersTo(text)).toEqual([]);
    expect(await answersBehind(text)).toMatchObject([{ error: { code: -32600 } }]);
  });

  it('leaves an id beyond 2^53 unanswered; behind the edge it comes back digit by digit', async () => {
    const text = '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}';
    expect(await bare.answersTo(text)).toEqual([]);
    behind.send(text);
    const reply = await behind.child.line((line) => line.includes('"id":9007199254740993'));
    expect(JSON.parse(reply)).toMatchObject({ result: {} });
  });

  it('says of an unknown tool what it says bare, but for the prefixes that an SDK puts before a message', async () => {
    const params = { name: 'no_such', arguments: {} };
    const said = await bare.request(9, 'tools/call', params);
    const { result, error } = await behind.request(9, 'tools/call', params);
    expect(said.result === undefined).not.toBe(said.error === undefined);
    expect(result).toEqual(said.result);
    expect(error?.code).toBe(said.error?.code);
    expect(error?.message).toBe(said.error?.message.replace('MCP error -32601: ', ''));
  });
});

describe('the memory server with a corrupt store', () => {
  it('blames the caller, and the edge does not put words into its mouth', async () => {
    const store = join(workspace.folder, 'corrupt.jsonl');
    await writeFile(store, 'not json\n');
    const command = referenceServers.memory(store);
    const call = (wire: Wire) =>
      wire.request(3, 'tools/call', { name: 'read_graph', arguments: {} });
    const bare = await using(command, call);
    expect(textOf(bare)).toContain('"not json" is not valid JSON');
    expect(bare).toMatchObject({ result: { isError: true } });
    expect(await using(behindStdio(command), call)).toEqual(bare);
  });
});

describe('the everything server killed while a call is in flight', () => {
  const params = {
    name: 'trigger-long-running-operation',
    arguments: { duration: 60, steps: 60 },
    _meta: { progressToken: 'begun' },
  };

  /** Starts the call, waits until it runs, and kills the server. */
  async function killed(wire: Wire, pidFile: string): Promise<void> {
    wire.send(JSON.stringify({ jsonrpc: '2.0', id: 5, method: 'tools/call', params }));
    await wire.child.line((line) => line.includes('notifications/progress'));
    process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
  }

  it('never answers', async () => {
    const pidFile = join(workspace.folder, 'bare.pid');
    const wire = await openWire(writingPid(referenceServers.everything(), pidFile));
    await killed(wire, pidFile);
    expect(await wire.child.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(wire.child.lines.filter((line) => line.includes('"id":5'))).toEqual([]);
  });

  it('is answered for by the edge, which starts it again for the next call', async () => {
    const pidFile = join(workspace.folder, 'behind.pid');
    const command = behindStdio(writingPid(referenceServers.everything(), pidFile));
    await using(command, async (wire) => {
      await killed(wire, pidFile);
      const reply = await wire.message((line) => line.includes('"id":5'));
      expect(reply).toMatchObject({ id: 5, result: { isError: true } });
      expect(textOf(reply)).toContain('The server process was ended by SIGKILL before it answered');
      expect(textOf(reply)).toContain('It is not known whether anything was changed');
      const sum = { name: 'get-sum', arguments: { a: 2, b: 3 } };
      const next = await wire.request(6, 'tools/call', sum);
      expect(textOf(next)).toContain('The sum of 2 and 3 is 5');
    });
  });
});
