import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routeros, routerosContract } from '@errata/catalogs';
import { createServer } from '@errata/core';
import { createJournal } from '@errata/observe';
import { connectStdio, renderProof, toProofJson, type Proof } from '@errata/prove';
import { createTerminal } from '../../packages/cli/src/terminal.js';
import { useFolder } from '@errata/testing/lifetime';
import { describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../packages/cli/bin/errata.js', import.meta.url));

const folder = useFolder();

/** Every word could command a CI log if a line began with it; `##[` commands GitHub's anywhere in a line. */
const EVIL = [
  '::error::first',
  '\n::error::newline',
  '\r::error::return',
  '\u2028::error::separator',
  '\u0085::error::next-line',
  '\u001b[2K\u001b[1G::error::escape',
  '\u009b2K::error::c1',
  '##[error]anywhere',
  '##vso[task.complete]azure',
  '::error::wrapped '.repeat(40),
].join(' ');

/** Everything that it may choose, it chooses badly. It dies of `resources/list`. */
const SERVER = `import { createInterface } from 'node:readline';
const EVIL = ${JSON.stringify(EVIL)};
const say = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
console.error(EVIL);
console.log(EVIL.split('\\n')[0]);
createInterface({ input: process.stdin }).on('line', (line) => {
  let request;
  try { request = JSON.parse(line); } catch { return say({ id: EVIL, error: { code: -32700, message: EVIL, data: EVIL } }); }
  const { id, method, params } = request;
  if (id === undefined) return;
  if (method === 'initialize') say({ id, result: { protocolVersion: params?.protocolVersion ?? EVIL, capabilities: { tools: {}, resources: {} }, serverInfo: { name: EVIL, version: EVIL } } });
  else if (method === 'ping') say({ id, result: {} });
  else if (method === 'tools/list') say({ id, result: { tools: [{ name: EVIL, description: EVIL, annotations: { readOnlyHint: true }, inputSchema: { type: 'object', properties: { [EVIL]: { type: 'number' } }, required: [EVIL] } }] } });
  else if (method === 'tools/call') say({ id, result: { isError: true, content: [{ type: 'text', text: EVIL }] } });
  else if (method === 'resources/list') { console.error(EVIL); process.exit(3); }
  else say({ id: EVIL, error: { code: -32601, message: EVIL, data: { mcp_error_code: EVIL } } });
});
`;
const server = join(folder, 'hostile.mjs');
writeFileSync(server, SERVER);

interface Ended {
  readonly out: string;
  readonly err: string;
}

function errata(...argv: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BIN, ...argv]);
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject).on('close', () => resolve({ out, err }));
  });
}

/** Lines of a text that begin with the server's words, have a command in them, or move the cursor. */
function obeyed(text: string): string[] {
  return text
    .split(/[\n\r\u0085\u2028\u2029]/)
    .filter((line) => /^\s*:[:\\]|##\w*\[|(?!\n)[\p{C}\p{Zl}\p{Zp}]/u.test(line));
}

describe('a hostile server', () => {
  it('cannot begin a line of errata check, nor command a CI log', async () => {
    const contract = ['--contract', 'routeros'];
    const common = ['check', '--timeout', '3000', '--era', '2025-11-25', ...contract];
    for (const flags of [[], ['--verbose'], ['--json']]) {
      const { out, err } = await errata(...common, ...flags, '--', process.execPath, server);
      expect(obeyed(err)).toEqual([]);
      expect(obeyed(out)).toEqual([]);
      expect(out).toContain('error::wrapped');
    }
  });

  it('cannot begin a line of errata why, nor command a CI log', async () => {
    const path = join(folder, 'journal.jsonl');
    const journal = createJournal({ path });
    const boundary = createServer({
      contract: routerosContract,
      era: '2025-11-25',
      methods: {
        'tools/call': () => {
          const cause = Object.assign(new Error(EVIL), { code: EVIL, stack: EVIL });
          const context = { device_id: EVIL, management_address: EVIL, error_type: EVIL };
          throw routeros.DEVICE_UNREACHABLE(context, { cause });
        },
      },
      onFault: journal.onFault,
    });
    const params = { name: EVIL };
    await boundary.receive(
      JSON.stringify({ jsonrpc: '2.0', id: EVIL, method: 'tools/call', params }),
    );
    await journal.close();
    for (const flags of [[], ['--json']]) {
      const { out, err } = await errata('why', '--last', '--journal', path, ...flags);
      expect(obeyed(err)).toEqual([]);
      expect(obeyed(out)).toEqual([]);
      expect(out).toContain('error::wrapped');
    }
  });

  it('cannot begin a line of a proof', async () => {
    const wire = await connectStdio({
      command: process.execPath,
      args: [server],
      era: '2025-11-25',
    });
    const failure = await wire.request('resources/list').catch((error: unknown) => error as Error);
    await wire.close();
    expect((failure as Error).message).toContain('::error::wrapped');
    const cell = { transport: 'stdio', era: '2025-11-25', code: -32010 } as const;
    const why = (failure as Error).message;
    const proof: Proof = {
      system: 'shop',
      declared: 1,
      provoked: 0,
      results: [{ reason: 'CLOSED', ...cell, outcome: 'missed', why }],
      formsDeclared: 0,
      formsShown: 0,
      forms: [],
      undeclared: [{ ...cell, reason: EVIL }],
      missingFields: [],
      unclosed: [{ ...cell, why }],
      transports: ['stdio'],
      eras: ['2025-11-25'],
      complete: false,
    };
    let said = '';
    const write = (text: string) => void (said += text);
    const terminal = createTerminal({ stdout: { write }, stderr: { write }, env: {} });
    for (const columns of [40, 80]) terminal.out(`${renderProof(proof, { columns })}\n`);
    terminal.out(`${toProofJson(proof)}\n`);
    expect(obeyed(said)).toEqual([]);
    expect(JSON.parse(said.trim().split('\n').at(-1)!)).toMatchObject({ cells: [{ why }] });
  });
});
