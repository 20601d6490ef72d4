import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runChild, type ChildCommand } from './testing/child.js';
import { createWorkspace, fixture, referenceServers } from './testing/peers.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(`${root}docs/check-findings.md`, 'utf8');

const workspace = await createWorkspace();
afterAll(() => workspace.remove());

/** What `errata check --json` prints, as far as it is looked at here. */
interface Printed {
  readonly targets: readonly {
    readonly unreachable?: string;
    readonly eras: readonly {
      readonly results: readonly { readonly id: string; readonly verdict: string }[];
    }[];
  }[];
}

/** A rule that all of them keep: a case that is run is not yet a finding. */
const KEPT = 'jsonrpc/5/id-echo-integer';

/** The cases among these that the server breaks in some revision, each once. */
async function findingsOf(
  server: ChildCommand,
  cases: readonly string[],
): Promise<readonly string[]> {
  const only = cases.flatMap((id) => ['--only', id]);
  const words = ['check', '--json', ...only, '--', server.command, ...server.args];
  const { output, errors } = await runChild({
    command: process.execPath,
    args: [`${root}packages/cli/bin/errata.js`, ...words],
    ...(server.env && { env: server.env }),
  });
  expect(output, errors).not.toBe('');
  const { targets } = JSON.parse(output) as Printed;
  const results = targets.flatMap(({ eras }) => eras.flatMap((each) => each.results));
  const broken = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
  return [...new Set(broken.map(({ id }) => id))];
}

const servers = [
  {
    name: 'the memory server',
    section: 'SDK v1 over stdio',
    command: referenceServers.memory(join(workspace.folder, 'checked.jsonl')),
    cases: [
      'jsonrpc/5.1/parse-error-answered',
      'mcp/2024-11-05/tools/unknown-tool-is-an-error',
      'mcp/2024-11-05/tools/call-without-params-code',
      'mcp/2024-11-05/pagination/unknown-cursor-tools',
      'jsonrpc/5.1/message-single-sentence',
    ],
  },
  {
    name: 'a bare server of SDK v1',
    section: 'SDK v1 over stdio',
    command: fixture('bare-server.js', ['v1', 'stdio']),
    cases: [
      'jsonrpc/5/invalid-answered',
      'jsonrpc/5/extra-member-answered',
      'mcp/2025-06-18/transports/batch-refused-aloud',
      'mcp/2024-11-05/resources/read-without-uri-code',
    ],
  },
  {
    name: 'a bare server of SDK v2',
    section: 'SDK v2',
    command: fixture('bare-server.js', ['v2', 'stdio']),
    cases: [
      'mcp/2026-07-28/basic/unsupported-version-later',
      'jsonrpc/5.1/parse-error-answered',
      'mcp/2024-11-05/prompts/get-without-name-code',
      'mcp/2024-11-05/pagination/unknown-cursor-prompts',
    ],
  },
];

/** The cases that the page lists under a heading. */
function listedUnder(heading: string): readonly string[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  return [...text.matchAll(/^\| `([^`]+)`/gm)].map(([, id]) => id ?? '');
}

describe.each(servers)('$name', ({ command, section, cases }) => {
  it('still breaks what the page of findings says', async () => {
    expect([...(await findingsOf(command, [...cases, KEPT]))].sort()).toEqual([...cases].sort());
  });

  it('has the same cases in the report', () => {
    expect(listedUnder(section)).toEqual(expect.arrayContaining(cases));
  });
});
