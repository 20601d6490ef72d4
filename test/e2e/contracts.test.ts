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
  judgeCode,
  toJsonSchema,
  type Contract,
  type Era,
  toRpcErrorJson,
} from '@errata/core';
import { type Definition, DEFAULT_BUDGET, type ExportedSchema } from '@errata/core/internal';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { placeholders } from './placeholders.js';

const CONTRACTS: readonly (readonly [string, Contract])[] = [
  ['jsonrpc', jsonrpcContract],
  ['mcp', mcpContract],
  ['routeros', routerosContract],
  ['engram', engramContract],
  ['erlmcp', erlmcpContract],
  ['sql-fun', sqlFunContract],
];

const redactor = createRedactor();

/** The error object as a peer gets it: through the real renderer, and back from text. */
function emit(definition: Definition, context: object, contract: Contract, era: Era) {
  const view = { era, redactor, budget: DEFAULT_BUDGET };
  return JSON.parse(toRpcErrorJson(new Fault(definition, context), contract, view)) as {
    code: number;
    message: string;
    data?: object;
  };
}

/** The validators of a catalog's schema: of the whole, and of each reason alone. */
function compile(contract: Contract, era: Era) {
  const schema = toJsonSchema(contract.catalog, { ...contract.shape, era });
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  const whole = ajv.compile(schema);
  return {
    whole,
    only: (reason: string) => ajv.getSchema(`${schema.$id}#/$defs/${reason}`)!,
    dataMembers: (reason: string) => {
      const { properties } = schema.$defs[reason] as { properties: { data: ExportedSchema } };
      return Object.keys(properties.data['properties'] ?? {});
    },
  };
}

const isUnknownResource = ({ condition, context }: Fault, era: Era): boolean =>
  era === '2026-07-28' && condition === 'resource-not-found' && 'uri' in context;

describe.each(CONTRACTS)('the contract of %s', (domain, contract) => {
  it('is the one of its domain, and declares something', () => {
    expect(contract.catalog.domain).toBe(domain);
    expect(contract.catalog.definitions.length).toBeGreaterThanOrEqual(5);
  });

  describe.each(ERAS)('in %s', (era) => {
    const { whole, only, dataMembers } = compile(contract, era);
    const cases = contract.catalog.definitions.flatMap((definition) =>
      placeholders(definition.fields).map(({ name, context }) => ({ definition, name, context })),
    );

    it.each(cases)(
      'emits $definition.reason with $name as its schema says, under a legal number',
      ({ definition, context }) => {
        const error = emit(definition, context, contract, era);
        // MCP 2026-07-28 wants the URI of an unknown resource and nothing else.
        if (isUnknownResource(new Fault(definition, context), era)) {
          expect(error).toMatchObject({
            code: -32602,
            data: { uri: expect.any(String) as unknown },
          });
          expect(Object.keys(error.data!)).toEqual(['uri']);
          return;
        }
        const validate = only(definition.reason);
        expect(validate(error), JSON.stringify([error, validate.errors])).toBe(true);
        expect(whole(error)).toBe(true);
        expect(dataMembers(definition.reason)).toEqual(
          expect.arrayContaining(Object.keys(error.data ?? {})),
        );
        expect(error.message).not.toBe('');
        expect(judgeCode(error.code, era)).toMatchObject({ allowed: true });
        expect(error.code).toBe(contract.number(new Fault(definition, context), era));
      },
    );

    it('has a schema that refuses what is wrong', () => {
      const [definition] = contract.catalog.definitions;
      const validate = only(definition!.reason);
      expect(whole({ code: 1, message: 'x' })).toBe(false);
      expect(validate({ code: 1, message: 'x' })).toBe(false);
      expect(validate({ code: definition!.code })).toBe(false);
    });
  });
});
