import { decide, readFailure, Fault } from '@errata/core';
import { describe, expect, it } from 'vitest';
import { routerosContract } from './contract.js';
import { routeros } from './catalog.js';

const contracts = [routerosContract];

// Seed 000, "Client-Side Error Handling": what a client does, by code. Typed from the document.
const LIST = [
  [-32006, 'RATE_LIMITED', 'retry'],
  [-32007, 'TIMEOUT', 'retry'],
  [-32010, 'DEVICE_UNREACHABLE', 'retry'],
  [-32002, 'FORBIDDEN', 'ask-user'],
  [-32030, 'PLAN_NOT_APPROVED', 'ask-user'],
  [-32031, 'PLAN_EXPIRED', 'ask-user'],
  [-32005, 'VALIDATION_ERROR', 'fix'],
  [-32602, 'INVALID_PARAMS', 'fix'],
  [-32012, 'DEVICE_ERROR', 'abort'],
  [-32020, 'INVALID_CONFIGURATION', 'abort'],
  [-32021, 'UNSAFE_OPERATION', 'abort'],
] as const;

describe('the client-side list of seed 000', () => {
  it.each(LIST)('answers %i (%s) with %s, by name and by number', (code, reason, action) => {
    const named = { code, message: 'm', data: { mcp_error_code: reason, details: 'd' } };
    const bare = { code, message: 'm' };
    for (const error of [named, bare]) {
      expect(decide(readFailure(error, { contracts })!, { readOnly: true }).action).toBe(action);
    }
  });

  it.each(LIST)('answers %i (%s) in the form of 2026-07-28 the same way', (_, reason, action) => {
    const code = routerosContract.number(new Fault(routeros[reason].definition, {}), '2026-07-28');
    const error = { code, message: 'm', data: { mcp_error_code: reason, details: 'd' } };
    expect(decide(readFailure(error, { contracts })!, { readOnly: true }).action).toBe(action);
  });

  it('waits retry_after seconds, and 60 where the server does not say', () => {
    const wait = (data: object) => {
      const failure = readFailure({ code: -32006, message: 'm', data }, { contracts })!;
      const plan = decide(failure, { readOnly: true });
      return plan.action === 'retry' ? plan.retryAfter : undefined;
    };
    expect(wait({ mcp_error_code: 'RATE_LIMITED', retry_after: 7 })).toBe(7);
    expect(wait({ mcp_error_code: 'RATE_LIMITED' })).toBe(60);
  });

  it('hands over the fields to fix', () => {
    const errors = [{ field: 'device_id', message: 'Required field missing' }];
    const data = {
      mcp_error_code: 'VALIDATION_ERROR',
      details: 'Multiple validation errors',
      errors,
    };
    expect(
      decide(readFailure({ code: -32005, message: 'm', data }, { contracts })!).fields,
    ).toEqual(errors);
  });
});
