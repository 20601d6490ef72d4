import { readFileSync } from 'node:fs';
import type { ContractJudge } from '@errata/check';
import type { CheckLibrary } from './check-library.js';
import { CATALOG_NAMES, findCatalog } from '../../known.js';
import { sentenceOf } from '../../running.js';
import { SYSTEMS } from '../../systems.js';
import { UsageError } from '../../usage-error.js';

/** The judge of a contract: one that is known by its name, or that of a file. */
export async function loadContract(check: CheckLibrary, name: string): Promise<ContractJudge> {
  if (!/[./\\]/.test(name)) return knownContract(check, name);
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
      `${name} is no contract: ${error.message}`,
      '`errata catalog sql-fun --json` shows how one looks.',
    );
  }
}

async function knownContract(check: CheckLibrary, name: string): Promise<ContractJudge> {
  const { contract } = findCatalog(name);
  const { domain } = contract.catalog;
  const system = Object.hasOwn(SYSTEMS, domain) ? await SYSTEMS[domain]!() : undefined;
  return check.judgeBy(domain, contract, {
    ...(system?.isResult && { isResult: system.isResult }),
  });
}
