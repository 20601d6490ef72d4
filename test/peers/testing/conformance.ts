import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Child, type ChildCommand, runChild, startLines } from './child.js';
import { peersFolder } from './installed.js';
import { behindHttp, conformanceSuite, fixture } from './peers.js';

/** How a server did in one scenario: the checks that ran, and what is wrong where something is. */
export interface Score {
  readonly checked: ReadonlySet<string>;
  /** Without what was only noted or skipped. */
  readonly passed: ReadonlySet<string>;
  /** By check. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Scores by scenario. */
export type Scores = ReadonlyMap<string, Score>;

/** Which server is judged, and how it is served. */
export interface Candidate {
  readonly sdk: 'v1' | 'v2';
  readonly mode: 'bare' | 'guarded' | 'served' | 'relayed';
}

/** The scores of a candidate: what a revision requires, and what else the suite runs for it. */
export function judge(candidate: Candidate, revision: Revision): Promise<Scores> {
  return judgeServer(commandFor(candidate), ['--requirements', revision]);
}

/** The scores of a server that prints its address, in the scenarios that the suite is told to choose. */
export async function judgeServer(
  command: ChildCommand,
  choice: readonly string[],
): Promise<Scores> {
  const server = startLines(command);
  const results = await mkdtemp(join(tmpdir(), 'errata-conformance-'));
  try {
    const url = await server.line((line) => line.startsWith('http://'));
    const options = ['--url', url, '--output-dir', results, '--timeout', '20000', ...choice];
    const run = await runChild(conformanceSuite(['server', ...options]));
    const scores = await readScores(results);
    if (scores.size === 0) throw new Error(`No results\n${run.output}\n${run.errors}`);
    return scores;
  } finally {
    await endServer(server);
    await rm(results, { recursive: true });
  }
}

function commandFor({ sdk, mode }: Candidate): ChildCommand {
  return mode === 'relayed'
    ? behindHttp(fixture('conformance-stdio.js', [sdk]))
    : fixture('conformance-server.js', [sdk, mode]);
}

async function endServer(server: Child): Promise<void> {
  await server.close();
  const { code, signal } = await server.ended;
  if (code !== 0) throw new Error(`The server ended with ${code ?? signal}\n${server.stderr()}`);
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** The suite leaves one folder per scenario, named after it and the time, with its checks as JSON. */
async function readScores(folder: string): Promise<Scores> {
  const scores = new Map<string, Score>();
  for (const name of (await readdir(folder)).sort()) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    const checks = await readChecks(join(folder, name, 'checks.json'));
    // A warning is a SHOULD that was not met: a failure where another server met it.
    const passed = checks.filter(({ status }) => status === 'SUCCESS');
    const failed = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
    scores.set(scenario, {
      checked: new Set(checks.map(({ id }) => id)),
      passed: new Set(passed.map(({ id }) => id)),
      failed: new Map(failed.map(({ id, errorMessage = '' }) => [id, errorMessage])),
    });
  }
  return scores;
}

/** A scenario that threw leaves an empty folder. */
async function readChecks(file: string): Promise<readonly Check[]> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined
    ? [{ id: 'scenario', status: 'FAILURE', errorMessage: 'The scenario broke off' }]
    : (JSON.parse(text) as readonly Check[]);
}

/** What fails or is not reached in the second run and was well in the first. */
export function worse(before: Scores, after: Scores): readonly string[] {
  return [...before].flatMap(([scenario, was]) => {
    const is = after.get(scenario);
    return [...new Set([...was.checked, ...(is?.failed.keys() ?? [])])]
      .filter((id) => !was.failed.has(id) && (is?.failed.has(id) ?? !is?.checked.has(id)))
      .map((id) => `${scenario} ${id}: ${is?.failed.get(id) ?? 'not reached'}`);
  });
}

export type Revision = '2025-11-25' | '2026-07-28';

/** The server scenarios that a revision requires, from the list that the suite ships. */
export function requiredScenarios(revision: Revision): readonly string[] {
  const file = `${peersFolder}node_modules/@modelcontextprotocol/conformance/requirements/${revision}.yaml`;
  const lines = readFileSync(file, 'utf8').split('\n');
  const start = lines.indexOf('server:') + 1;
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => /^\w/.test(line));
  return rest
    .slice(0, end)
    .filter((line) => line.startsWith('  - '))
    .map((line) => line.slice(4).trim());
}
