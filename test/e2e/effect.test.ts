import {
  engramContract,
  erlmcpContract,
  jsonrpcContract,
  mcpContract,
  routerosContract,
  sqlFunContract,
} from '@errata/catalogs';
import {
  createRedactor,
  ERAS,
  Fault,
  readFailure,
  type Contract,
  type Effect,
  type Era,
  toRpcErrorJson,
} from '@errata/core';
import { DEFAULT_BUDGET, EFFECTS, type WireError } from '@errata/core/internal';
import { describe, expect, it } from 'vitest';
import { placeholders } from './placeholders.js';

const redactor = createRedactor();

function emit(fault: Fault, contract: Contract, era: Era): WireError {
  const view = { era, redactor, budget: DEFAULT_BUDGET };
  return JSON.parse(toRpcErrorJson(fault, contract, view)) as WireError;
}

/** Every declared failure, with as much and as little context as is allowed. */
function faultsOf({ catalog }: Contract, effect?: Effect): readonly Fault[] {
  return catalog.definitions.flatMap((definition) =>
    placeholders(definition.fields).map(
      ({ context }) => new Fault(definition, context, effect && { effect }),
    ),
  );
}

const rowsOf = (faults: readonly Fault[], contract: Contract, era: Era) =>
  faults.map((fault) => {
    const error = emit(fault, contract, era);
    const { effect } = readFailure(error, { contracts: [contract], era })!;
    return [fault.reason, error.data !== undefined, effect];
  });

describe.each([
  ['jsonrpc', jsonrpcContract],
  ['mcp', mcpContract],
  ['routeros', routerosContract],
  ['engram', engramContract],
  ['erlmcp', erlmcpContract],
  ['sql-fun', sqlFunContract],
] as const)('what a failed call of %s did', (name, contract) => {
  it.each(ERAS)('is the same to server and client, said or not, in %s', (era) => {
    const faults = faultsOf(contract);
    const known = faults.filter(
      (fault) => readFailure(emit(fault, contract, era), { contracts: [contract], era })?.reason,
    );
    expect(known.length).toBeGreaterThan(faults.length / 2);
    expect(rowsOf(known, contract, era).map(([reason, , effect]) => [reason, effect])).toEqual(
      known.map(({ reason, effect }) => [reason, effect]),
    );
  });

  const speaks = ['routeros', 'engram'].includes(name);
  const speaksInData = ['erlmcp', 'sql-fun'].includes(name);
  if (!speaks && !speaksInData) return;
  it.each(ERAS.flatMap((era) => EFFECTS.map((effect) => [era, effect] as const)))(
    'is on the wire in %s where it is %s',
    (era, effect) => {
      // MCP 2026-07-28 wants the URI of an unknown resource alone.
      const faults = faultsOf(contract, effect).filter(
        ({ condition }) => era !== '2026-07-28' || condition !== 'resource-not-found',
      );
      const rows = rowsOf(faults, contract, era);
      const due = speaks ? rows : rows.filter(([, hasData]) => hasData);
      expect(due.length).toBeGreaterThan(5);
      for (const row of due) expect(row).toEqual([row[0], true, effect]);
    },
  );
});

describe('the documents that want no data', () => {
  it.each(['PARSE_ERROR', 'INTERNAL_ERROR', 'NOT_INITIALIZED'])(
    'get none of erlmcp up to 2025-11-25: %s',
    (reason) => {
      const fault = new Fault(erlmcpContract.catalog.definition(reason)!, {});
      expect(emit(fault, erlmcpContract, '2025-11-25')).not.toHaveProperty('data');
    },
  );
});
