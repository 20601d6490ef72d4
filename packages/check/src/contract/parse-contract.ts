import {
  defineCatalog,
  defineContract,
  type Contract,
  type DefinitionInput,
  type Strategy,
} from '@errata/core';
import { STRATEGIES } from '@errata/core/internal';
import { objectOrEmpty, parseJson } from '../json/json.js';

/** What is wrong with a contract file, as one sentence. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}

/**
 * Read a contract as `errata catalog <system> --json` prints one: `{ domain, failures: [{ reason, code, … }] }`. It may say
 * besides: `unreadable_id`, `tool_failures`, and for a failure the `fields` of its data.
 */
export function parseContract(text: string): Contract {
  const value = parseJson(text);
  if (value === undefined) throw new ContractError('it is not JSON');
  const { domain, failures, unreadable_id: id, tool_failures: surface } = objectOrEmpty(value);
  if (typeof domain !== 'string' || domain === '') {
    throw new ContractError('"domain" has to be a name, such as "shop"');
  }
  if (!Array.isArray(failures) || failures.length === 0) {
    throw new ContractError(
      '"failures" has to be a list such as [{"reason": "SOLD_OUT", "code": -31001}]',
    );
  }
  const unreadableId = oneOf('unreadable_id', id, ['null', 'omit'] as const);
  const toolFailures = oneOf('tool_failures', surface, ['rpc', 'tool'] as const);
  const definitions = Object.fromEntries(
    failures.map((each: unknown, index) => toDefinition(each, `failures[${index}]`)),
  );
  if (Object.keys(definitions).length < failures.length) {
    throw new ContractError('a reason is declared twice');
  }
  try {
    const catalog = defineCatalog(domain, definitions, {
      // The numbers are those of the file in every revision; whether a revision allows them is a case of its own.
      numbers: 'literal',
      eras: ['jsonrpc'],
      sharedCodes: true,
    });
    return defineContract({
      catalog,
      rpcData: 'payload',
      ...(unreadableId && { unreadableId: () => unreadableId }),
      ...(toolFailures && { toolFailures: () => toolFailures }),
    });
  } catch (error) {
    throw new ContractError(error instanceof Error ? error.message : String(error));
  }
}

function toDefinition(value: unknown, at: string): [string, DefinitionInput] {
  const {
    reason,
    code,
    title,
    category,
    recovery,
    retryable,
    fields,
    retryable_when: when,
  } = objectOrEmpty(value);
  if (typeof reason !== 'string') throw new ContractError(`${at}: "reason" has to be a name`);
  if (typeof code !== 'number')
    throw new ContractError(`${at} (${reason}): "code" has to be a number`);
  const strategy = oneOf(`${at} (${reason}): "recovery"`, recovery, STRATEGIES);
  const declared = oneOf(`${at} (${reason}): "retryable"`, retryable, [true, false] as const);
  return [
    reason,
    {
      code,
      title: typeof title === 'string' ? title : reason,
      category: typeof category === 'string' ? category : 'declared',
      recovery: strategy ?? defaultStrategy(declared),
      // What depends on the occurrence is not for a file to say.
      ...(typeof when === 'string'
        ? { retryable: () => false, retryableWhen: when }
        : declared !== undefined && { retryable: declared }),
      context: fieldsOf(fields, `${at} (${reason})`),
    },
  ];
}

function defaultStrategy(retryable: boolean | undefined): Strategy {
  return retryable === true ? 'retry_with_backoff' : 'report_and_abort';
}

/** Names of members that the data has to have; one that ends with "?" may be missing. */
function fieldsOf(value: unknown, at: string): Record<string, 'json' | 'json?'> {
  if (value === undefined) return {};
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) {
    throw new ContractError(`${at}: "fields" has to be a list of names`);
  }
  return Object.fromEntries(
    (value as string[]).map((name) =>
      name.endsWith('?') ? [name.slice(0, -1), 'json?' as const] : [name, 'json' as const],
    ),
  );
}

function oneOf<const T>(name: string, value: unknown, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new ContractError(`${name} has to be one of ${allowed.map(String).join(', ')}`);
}
