import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { routeros, routerosContract } from '@errata/catalogs/routeros';
import { encodeError, encodeResult, toToolFailureJson } from '@errata/core/internal';
import { createView, toRpcErrorJson, type Era } from '@errata/core';
import { describe, expect, it } from 'vitest';
import type { Example } from '../system.js';
import { judgeAnswer } from './judge-answer.js';

const fault = routeros.DEVICE_UNREACHABLE(
  { device_id: 'dev-1', management_address: '10.0.0.1:443', error_type: 'ECONNREFUSED' },
  { details: 'Connection refused to 10.0.0.1:443' },
);

function judge(example: Example | ((era: Era) => Example), era: Era = '2025-11-25') {
  const view = createView({ era });
  const text =
    era === '2026-07-28'
      ? encodeResult('1', toToolFailureJson(fault, routerosContract, view)!)
      : encodeError('1', toRpcErrorJson(fault, routerosContract, view), 'omit');
  const sent = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';
  const answer = { text, message: JSON.parse(text) as unknown, sent };
  const verdict = judgeAnswer(answer, { reason: 'DEVICE_UNREACHABLE', example }, routerosContract, {
    era,
  });
  return verdict.provoked ? 'provoked' : verdict.why;
}

const EXAMPLE: Example = {
  message: 'Device Unreachable',
  data: {
    mcp_error_code: 'DEVICE_UNREACHABLE',
    details: 'Connection refused to <address>',
    device_id: '<device>',
    management_address: '<address>',
    retry_after: '<seconds>',
    suggestions: ['Wait <seconds> seconds and retry', '<second>', '<third>'],
  },
};

describe('the example of a document', () => {
  it.each(['2025-11-25', '2026-07-28'] as const)('fits a reply with other values on %s', (era) => {
    expect(judge(EXAMPLE, era)).toBe('provoked');
  });

  it.each<[string, Partial<Example>, string]>([
    ['another message', { message: 'Gone' }, 'message is "Device Unreachable", and the document'],
    ['another text', { data: { details: 'Refused' } }, 'data.details is "Connection refused to'],
    [
      'a placeholder with two values',
      { data: { device_id: '<x>', management_address: '<x>' } },
      'data.management_address is "10.0.0.1:443", and the document says "<x>"',
    ],
    ['another number', { data: { retry_after: 61 } }, 'data.retry_after is 60, and'],
    ['a member that is missing', { data: { limit: '<any>' } }, 'data.limit is not there'],
    ['a shorter list', { data: { suggestions: ['<one>'] } }, 'data.suggestions is ['],
    ['a list for a text', { data: { details: ['<one>'] } }, 'data.details is "Connection'],
    ['data where the document has none', { data: null }, 'and the document says nothing'],
    ['characters of patterns', { data: { details: 'Connection.*' } }, 'data.details is "Conn'],
  ])('does not fit %s', (_, example, why) => {
    expect(judge({ data: {}, ...example })).toContain(why);
  });

  it('may have a message alone', () => {
    expect(judge({ message: 'Device Unreachable' })).toBe('provoked');
    expect(judge({ message: 'Gone' })).toContain('message is "Device Unreachable"');
  });

  it('without data fits a reply without data, and no other', () => {
    const reply = (error: object) => {
      const text = encodeError('1', JSON.stringify(error), 'omit');
      const answer = { text, message: JSON.parse(text) as unknown, sent: '{"id":1}' };
      const probe = { reason: 'NOT_INITIALIZED', example: { data: null } };
      return judgeAnswer(answer, probe, erlmcpContract, { era: '2025-11-25' });
    };
    const error = { code: -32005, message: 'Not initialized' };
    expect(reply(error)).toMatchObject({ provoked: true });
    expect(reply({ ...error, data: {} })).toMatchObject({
      why: expect.stringContaining('data is {}, and the document says nothing') as string,
    });
  });

  it('may differ by era', () => {
    const byEra = (era: Era) => (era === '2026-07-28' ? { data: {} } : { data: { x: 1 } });
    expect(judge(byEra, '2026-07-28')).toBe('provoked');
    expect(judge(byEra)).toContain('data.x is not there');
  });
});
