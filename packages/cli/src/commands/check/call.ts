import { readFileSync } from 'node:fs';
import process from 'node:process';
import { isDeclaredResult } from '@errata/catalogs/engram';
import type * as check from '@errata/check';
import type { Case, CheckTargetsOptions, ContractJudge, CheckTarget } from '@errata/check';
import type { Era } from '@errata/core';
import { didYouMean } from '../../closest.js';
import { readVersion, UsageError } from '../../command.js';
import { sentenceOf } from '../../running.js';
import { CATALOG_NAMES, findCatalog, isFileName, loadContractModule } from '../../systems.js';

/** The options of `errata check`. */
export interface CheckFlags {
  readonly era?: Era[];
  readonly plain?: boolean;
  readonly method?: string;
  readonly params?: string;
  readonly contract?: string;
  readonly allowWrites?: boolean;
  readonly call?: string[];
  readonly maxTools?: number;
  readonly allowHost?: string[];
  readonly header?: string[];
  readonly cwd?: string;
  readonly timeout?: number;
  readonly only?: string[];
  readonly strict?: boolean;
  readonly verbose?: boolean;
  readonly list?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly sarif?: string;
  readonly html?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

/** The judge; it is loaded when it is needed, because other commands start faster without it. */
export type CheckLibrary = typeof check;

export interface CheckCall {
  /** Targets that were named one by one. */
  readonly named: readonly string[];
  /** The words of a command after `--`. */
  readonly words: readonly string[] | undefined;
  readonly flags: CheckFlags;
}

export function toTargets(
  check: CheckLibrary,
  { named, words, flags }: CheckCall,
): readonly CheckTarget[] {
  refuseBareWords(named, words);
  try {
    const targets = named.map((text) =>
      check.parseTarget(text, { allowHosts: flags.allowHost ?? [] }),
    );
    if (words !== undefined) targets.push(check.toCommand(words));
    if (targets.length > 0) return targets;
  } catch (error) {
    if (error instanceof check.TargetError) throw new UsageError(error.message);
    throw error;
  }
  throw new UsageError(
    'no server to check',
    'For example: errata check -- node my-server.js\n          or: errata check http://127.0.0.1:3000/mcp',
  );
}

export async function toOptions(
  check: CheckLibrary,
  flags: CheckFlags,
): Promise<Omit<CheckTargetsOptions, 'onProgress'>> {
  const { era, plain, timeout, call, cwd, allowWrites, maxTools } = flags;
  if (plain === true && era !== undefined) {
    throw new UsageError(
      '--plain and --era contradict each other: --plain is JSON-RPC without MCP',
    );
  }
  const harmless = harmlessOf(flags);
  return {
    version: readVersion(),
    date: new Date(),
    env: process.env,
    headers: headersOf(flags.header ?? []),
    ...(plain === true ? { eras: ['jsonrpc' as const] } : era !== undefined && { eras: era }),
    ...(harmless && { harmless }),
    ...(allowWrites === true && { allowWrites }),
    ...(call !== undefined && { allowTools: call }),
    ...(maxTools !== undefined && { maxTools }),
    ...(cwd !== undefined && { cwd }),
    ...(timeout !== undefined && { timing: { ...check.DEFAULT_TIMING, patience: timeout } }),
    ...(flags.contract !== undefined && { contract: await loadContract(check, flags.contract) }),
  };
}

function harmlessOf({ plain, method, params }: CheckFlags): CheckTargetsOptions['harmless'] {
  if (method === undefined) {
    if (params !== undefined) throw new UsageError('--params needs --method');
    return undefined;
  }
  if (plain !== true) throw new UsageError('--method needs --plain');
  if (params === undefined) return { method, params: undefined };
  try {
    const value: unknown = JSON.parse(params);
    if (typeof value === 'object' && value !== null) return { method, params: value };
  } catch {
    // said below
  }
  throw new UsageError(`--params takes a JSON object or array, not ${JSON.stringify(params)}`);
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((header) => {
      const colon = header.indexOf(':');
      if (colon < 1)
        throw new UsageError(`--header takes "Name: value", not ${JSON.stringify(header)}`);
      return [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
}

/** `errata check node server.js` would be two servers, one of which is a node that waits for a program. */
function refuseBareWords(named: readonly string[], words: readonly string[] | undefined): void {
  const [first, ...others] = named;
  if (first === undefined || !/^[^\s/\\]+$/.test(first) || others.every(isUrl)) return;
  const meant = [...named, ...(words ?? [])].map(quoted).join(' ');
  throw new UsageError(
    `${named.map((name) => JSON.stringify(name)).join(' and ')} would be ${named.length} servers; did you mean: errata check -- ${meant}`,
    'Put several commands in quotes: errata check "node a.js" "node b.js"',
  );
}

function isUrl(text: string): boolean {
  return text.includes('://');
}

/** A word as a shell takes it for one. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The judge of a contract: one that is known by its name, or that of a file. */
async function loadContract(check: CheckLibrary, name: string): Promise<ContractJudge> {
  if (!isFileName(name)) return knownContract(check, name);
  if (/\.[cm]?js$/.test(name)) {
    const contract = await loadContractModule(name);
    return check.judgeBy(contract.catalog.domain, contract);
  }
  let text: string;
  try {
    text = readFileSync(name, 'utf8');
  } catch (error) {
    throw new UsageError(
      `cannot read the contract ${name}: ${sentenceOf(error)}`,
      `A file, or one of: ${CATALOG_NAMES.join(', ')}`,
    );
  }
  try {
    return check.judgeBy(name, check.parseContract(text));
  } catch (error) {
    if (!(error instanceof check.ContractError)) throw error;
    throw new UsageError(
      `${name} is not a contract: ${error.message}`,
      '`errata catalog sql-fun --format contract` prints an example.',
    );
  }
}

/** Failed results that a contract declares beside its failures, by their `structuredContent`. */
const DECLARED_RESULTS = new Map<string, (structuredContent: unknown) => boolean>([
  ['engram', isDeclaredResult],
  // A tool may say in its own words that it did not succeed.
  ['erlmcp', (structuredContent) => structuredContent === undefined],
]);

async function knownContract(check: CheckLibrary, name: string): Promise<ContractJudge> {
  const { contract } = findCatalog(name);
  const { domain } = contract.catalog;
  const isResult = DECLARED_RESULTS.get(domain);
  return check.judgeBy(domain, contract, isResult === undefined ? {} : { isResult });
}

type Library = Pick<CheckLibrary, 'CASES' | 'GROUPS'>;

/** The cases that were asked for: by group, by the title of a group, by id, or by how ids begin. */
export function selectCases(
  { CASES, GROUPS }: Library,
  only: readonly string[] | undefined,
): readonly Case[] {
  if (only === undefined) return CASES;
  const ids = new Set(CASES.map(({ id }) => id));
  const isMeant = ({ group, id }: Case, name: string): boolean => {
    const lower = name.trim().toLowerCase();
    if (lower === '') return false;
    // A whole id means that case, although others may begin with it.
    if (ids.has(lower)) return lower === id;
    return lower === group || lower === GROUPS[group].toLowerCase() || id.startsWith(lower);
  };
  for (const name of only) {
    if (CASES.some((each) => isMeant(each, name))) continue;
    const groups = Object.keys(GROUPS);
    const known = [...groups, ...Object.values(GROUPS), ...ids];
    throw new UsageError(
      `unknown case ${JSON.stringify(name)}${didYouMean(name, known)}`,
      `Groups: ${groups.join(', ')}\n\`errata check --list\` shows all cases.`,
    );
  }
  return CASES.filter((each) => only.some((name) => isMeant(each, name)));
}
