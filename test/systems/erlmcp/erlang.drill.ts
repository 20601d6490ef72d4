import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type StartedServer } from '@errata/prove';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRATA } from '@errata/testing/errata';

const PEER = fileURLToPath(new URL('peer.escript', import.meta.url));

/** The groups of the contract's own test suite, and how many tests it has in each. */
const GROUPS = {
  'Error with Valid ID': 8,
  'Parse Error': 3,
  'Invalid Request': 3,
  'Method Not Found': 4,
  'Invalid Params': 4,
  'ID Matching': 5,
  'Encode Error Response': 4,
  'Edge Case': 7,
  'JSON-RPC Compliance': 6,
  'Real-World Scenario': 4,
};

const hasErlang = spawnSync('sh', ['-c', 'command -v escript']).status === 0;

describe.skipIf(!hasErlang)(
  'a client in Erlang [needs escript: Debian’s erlang-base and erlang-jiffy]',
  () => {
    let folder: string;
    let server: StartedServer;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'errata-erlang-'));
      server = await startServer({
        command: process.execPath,
        // Linux answers with EIO to a reader of a process's memory at address 0: a real internal error.
        args: [
          ERRATA,
          'serve',
          'erlmcp',
          '--tcp',
          '--port',
          '0',
          '--admin',
          '--root',
          '/proc/self',
        ],
        env: envIn(folder),
        ready: /erlmcp is listening on tcp:\/\/127\.0\.0\.1:(\d+)/,
      });
    });
    afterAll(async () => {
      await server?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('finds that the contract on ids holds: 48 checks in ten groups', async () => {
      const { code, stdout } = await runPeer(server.match[1]!, envIn(folder));
      const lines = stdout.trimEnd().split('\n');
      expect(lines.filter((line) => line.startsWith('not ok') || line.startsWith('#'))).toEqual([]);
      const checks = lines.filter((line) => line.startsWith('ok '));
      expect(lines[0]).toBe('1..48');
      expect(checks).toHaveLength(48);
      expect(countByGroup(checks)).toEqual(GROUPS);
      expect(code).toBe(0);
    });
  },
);

/** Nothing of the user's own settings and files. */
function envIn(folder: string) {
  const { PATH } = process.env;
  return { PATH, HOME: folder, XDG_STATE_HOME: folder };
}

function countByGroup(checks: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const check of checks) {
    const group = /^ok \d+ - ([^:]+): /.exec(check)?.[1] ?? check;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

function runPeer(
  port: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const child = spawn('escript', [PEER, port], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout }));
  });
}
