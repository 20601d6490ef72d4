import { engramContract } from '@errata/catalogs/engram';
import { erlmcpContract } from '@errata/catalogs/erlmcp';
import { routeros, routerosContract } from '@errata/catalogs/routeros';
import { sqlFunContract } from '@errata/catalogs/sql-fun';
import {
  encodeError,
  encodeResult,
  toToolFailureJson,
  PROTOCOL_CONDITIONS,
  type Definition,
} from '@errata/core/internal';
import {
  createView,
  defineCatalog,
  defineContract,
  toRpcErrorJson,
  type Contract,
  type Era,
  Fault,
} from '@errata/core';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../wire/wire.js';
import { findUndeclared } from './find-undeclared.js';
import { judgeAnswer } from './judge-answer.js';

const SENT = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';

const answerOf = (text: string, more: Partial<Answer> = {}): Answer => ({
  text,
  message: JSON.parse(text) as unknown,
  sent: SENT,
  ...more,
});

/** The reply to a failed tool call as core writes it. */
function write(fault: Fault, contract: Contract, era: Era): Answer {
  const view = createView({ era });
  const { condition } = fault;
  const protocol = condition !== undefined && PROTOCOL_CONDITIONS.has(condition);
  return answerOf(
    contract.toolFailures(era) === 'tool' && !protocol
      ? encodeResult('1', toToolFailureJson(fault, contract, view)!)
      : encodeError('1', toRpcErrorJson(fault, contract, view), 'omit'),
  );
}

const sampleOf = (type: string): unknown =>
  type.endsWith('[]')
    ? []
    : type === 'integer' || type === 'number'
      ? 1
      : type === 'object'
        ? {}
        : 'x';

const sparse = ({ fields }: Definition): object =>
  Object.fromEntries(
    fields.filter(({ required }) => required).map(({ name, type }) => [name, sampleOf(type)]),
  );

const contracts = [routerosContract, engramContract, erlmcpContract, sqlFunContract];
const eras = ['2025-11-25', '2026-07-28'] as const;

describe('judgeAnswer', () => {
  it.each(
    contracts.flatMap((contract) =>
      eras.map((era) => [contract.catalog.domain, era, contract] as const),
    ),
  )('takes every failure of %s in %s as core writes it', (_, era, contract) => {
    const wrong = contract.catalog.definitions.flatMap((definition) => {
      const answer = write(new Fault(definition, sparse(definition)), contract, era);
      const verdict = judgeAnswer(answer, { reason: definition.reason }, contract, { era });
      const strays = findUndeclared(answer, contract, era);
      const fine = verdict.provoked && verdict.missing.length === 0 && strays.length === 0;
      return fine ? [] : [{ reason: definition.reason, verdict, strays, text: answer.text }];
    });
    expect(wrong).toEqual([]);
  });

  it.each(eras)('takes no failure of routeros for another one in %s', (era) => {
    for (const definition of routeros.definitions) {
      const answer = write(new Fault(definition, sparse(definition)), routerosContract, era);
      const taken = routeros.definitions.filter(
        ({ reason }) => judgeAnswer(answer, { reason }, routerosContract, { era }).provoked,
      );
      expect(taken).toEqual([definition]);
    }
  });
});

const era = '2025-11-25';
const limited = routeros.RATE_LIMITED({ limit: '3 per minute', current_count: 4 });
const good = write(limited, routerosContract, era);
const expected = { reason: 'RATE_LIMITED' };
const judge = (answer: Answer, more: object = {}) =>
  judgeAnswer(answer, { ...expected, ...more }, routerosContract, { era });

describe('a reply that is not as it should be', () => {
  const changed = (from: string, to: string, more?: Partial<Answer>): Answer => {
    expect(good.text).toContain(from);
    return answerOf(good.text.replace(from, to), more);
  };

  it.each([
    ['a success', answerOf('{"jsonrpc":"2.0","id":1,"result":{}}'), 'no failure came'],
    ['no version', changed('"jsonrpc":"2.0",', ''), 'jsonrpc is not "2.0"'],
    ['another number', changed('-32006', '-32007'), 'the number is not -32006'],
    ['another reason', changed('"RATE_LIMITED"', '"TIMEOUT"'), 'TIMEOUT (-32006) came'],
    ['an unknown reason', changed('"RATE_LIMITED"', '"BANANA"'), 'BANANA (-32006) came'],
    ['an empty message', changed('"Rate Limited"', '""'), 'the message is empty'],
    ['two lines', changed('"Rate Limited"', '"Rate\\nLimited"'), 'several lines'],
    ['another id', changed('"id":1', '"id":2'), 'the id is 2, not 1'],
    ['an id of another type', changed('"id":1', '"id":"1"'), 'the id is "1", not 1'],
    ['no id', changed('"id":1,', ''), 'the id is not there, not 1'],
    ['a result besides', changed('"error":', '"result":{},"error":'), 'a result and an error'],
  ])('has %s', (_, answer, why) => {
    expect(judge(answer)).toMatchObject({ provoked: false, why: expect.stringContaining(why) });
  });

  it('may do without its id where HTTP refused it unread', () => {
    expect(judge(changed('"id":1,', '', { status: 429 })).provoked).toBe(true);
    expect(judge(changed('"id":1,', '', { status: 200 })).provoked).toBe(false);
  });

  it('lacks a declared field, one of the shape, and one that the provocation wants', () => {
    const answer = changed('"current_count":4,', '');
    expect(judge(answer, { fields: ['limit', 'errors[0].field'] })).toMatchObject({
      provoked: true,
      missing: ['current_count', 'errors[0].field'],
    });
    expect(judge(changed('"details":', '"other":'))).toMatchObject({ missing: ['details'] });
  });

  it('lacks a member inside a list', () => {
    const fault = routeros.VALIDATION_ERROR({ errors: [{ field: 'port', message: 'too big' }] });
    const { text } = write(fault, routerosContract, era);
    const reason = 'VALIDATION_ERROR';
    const fields = ['errors[0].field'];
    expect(judge(answerOf(text), { reason, fields })).toMatchObject({ missing: [] });
    const without = answerOf(text.replace('"field":"port",', ''));
    expect(judge(without, { reason, fields })).toMatchObject({ missing: ['errors[0].field'] });
  });

  it('may end a list that was too long with a text that says so', () => {
    const errors = [{ field: 'port', message: 'too big' }];
    const { text } = write(routeros.VALIDATION_ERROR({ errors }), routerosContract, era);
    const cut = text.replace('"message":"too big"}]', '"message":"too big"},"… 9 more"]');
    expect(cut).not.toBe(text);
    expect(judge(answerOf(cut), { reason: 'VALIDATION_ERROR' })).toMatchObject({ missing: [] });
    const odd = text.replace('"message":"too big"}]', '"message":"too big"},7]');
    expect(judge(answerOf(odd), { reason: 'VALIDATION_ERROR' })).toMatchObject({
      missing: ['errors[1].field', 'errors[1].message'],
    });
  });

  it('is a result where an error is asked for, unless the provocation says so', () => {
    const view = createView({ era });
    const answer = answerOf(encodeResult('1', toToolFailureJson(limited, routerosContract, view)!));
    expect(judge(answer)).toMatchObject({ why: expect.stringContaining('a result with isError') });
    expect(judge(answer, { surface: 'tool' }).provoked).toBe(true);
  });

  it.each(['tool', 'by-host'] as const)('is an error where the form is %s', (toolFailures) => {
    const sent = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}';
    const inForm = (text: string) =>
      judgeAnswer({ ...answerOf(text), sent }, expected, routerosContract, { era, toolFailures });
    const result = toToolFailureJson(limited, routerosContract, createView({ era }))!;
    expect(inForm(encodeResult('1', result)).provoked).toBe(true);
    expect(inForm(good.text)).toMatchObject({ why: expect.stringContaining('a JSON-RPC error') });
  });
});

describe('the id of a text that cannot be read', () => {
  const parseError = routeros.PARSE_ERROR();
  const reason = 'PARSE_ERROR';
  const json = toRpcErrorJson(parseError, routerosContract, createView({ era }));

  it('is left out, or echoed where it can still be seen', () => {
    const none = answerOf(encodeError(undefined, json, 'omit'), { sent: '{"id":7,"method' });
    expect(judge(none, { reason }).provoked).toBe(true);
    const echoed = answerOf(encodeError('7', json, 'omit'), { sent: '{"id":7,"method' });
    expect(judge(echoed, { reason }).provoked).toBe(true);
  });

  it('is neither null nor invented on MCP', () => {
    const nothing = answerOf(encodeError(undefined, json, 'null'), { sent: 'rubbish' });
    expect(judge(nothing, { reason }).provoked).toBe(false);
    const invented = answerOf(encodeError('7', json, 'omit'), { sent: 'rubbish' });
    expect(judge(invented, { reason }).provoked).toBe(false);
  });
});

describe('findUndeclared', () => {
  const find = (text: string, in_: Era = era) =>
    findUndeclared(answerOf(text), routerosContract, in_);
  const error = (code: number, data?: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'x', data } });

  it('passes what succeeded and what the specification defines', () => {
    expect(find('{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual([]);
    expect(find(error(-32020, { header: 'Mcp-Name' }), '2026-07-28')).toEqual([]);
    expect(find(error(-32601))).toEqual([]);
  });

  it('passes MCP’s own failures with the members of a contract that adds some', () => {
    const reply = (code: number) =>
      findUndeclared(
        answerOf(error(code, { reason: 'INVALID_REQUEST', category: 'protocol', supported: [] })),
        engramContract,
        '2026-07-28',
      );
    expect(reply(-32022)).toEqual([]);
    expect(reply(-32600)).toEqual([]);
    for (const code of [-32023, -32602, -32042]) {
      expect(reply(code)).toEqual([{ code, reason: 'INVALID_REQUEST' }]);
    }
  });

  it('passes the names of undeclared exceptions, unless the catalog declares its own', () => {
    const title = { title: 'x', category: 'x', recovery: 'report_and_abort' } as const;
    const OOPS = { code: -31001, ...title };
    const facts = (reason: string, code: number) =>
      answerOf(
        error(code, { domain: 'errata', reason, code, recovery_strategy: 'report_and_abort' }),
      );
    const plain = defineContract({ catalog: defineCatalog('shop', { OOPS }) });
    const closed = defineContract({
      catalog: defineCatalog('shop', { OOPS }, { unexpected: 'OOPS' }),
    });
    for (const [reason, code] of [
      ['UNEXPECTED', -32603],
      ['UNREACHABLE', -32603],
      ['INVALID_INPUT', -32602],
    ] as const) {
      expect(findUndeclared(facts(reason, code), plain, era)).toEqual([]);
      expect(findUndeclared(facts(reason, code), closed, era)).toEqual([{ code, reason }]);
    }
    expect(findUndeclared(facts('BANANA', -32603), plain, era)).toHaveLength(1);
    expect(findUndeclared(facts('UNEXPECTED', -32000), plain, era)).toHaveLength(1);
  });

  it.each([
    [error(-32055), era, { code: -32055 }],
    // A number that is right in one revision is wrong in the next.
    [
      error(-32010, { mcp_error_code: 'DEVICE_UNREACHABLE', details: 'x' }),
      '2026-07-28',
      { code: -32010, reason: 'DEVICE_UNREACHABLE' },
    ],
    [
      error(-32010, { mcp_error_code: 'BANANA', details: 'x' }),
      era,
      { code: -32010, reason: 'BANANA' },
    ],
    ['{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[]}}', era, { code: null }],
    [`[${error(-32055)},${error(-32601)}]`, era, { code: -32055 }],
  ] as const)('finds %s in %s', (text, in_, stray) => {
    expect(find(text, in_)).toEqual([stray]);
  });

  it('passes a failed result without facts only where the system knows it', () => {
    const refused = (more: object) =>
      answerOf(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          result: { isError: true, content: [], structuredContent: { ok: false }, ...more },
        }),
      );
    const known = (content: unknown) => (content as { ok: unknown }).ok === false;
    const stray = [{ code: null }];
    const find = (answer: Answer, isResult?: (content: unknown) => boolean) =>
      findUndeclared(answer, routerosContract, era, isResult);
    expect(find(refused({}), known)).toEqual([]);
    expect(find(refused({}))).toEqual(stray);
    expect(find(refused({ structuredContent: { ok: true } }), known)).toEqual(stray);
    // It stumbles over what is not there, and knows nothing then.
    expect(find(refused({ structuredContent: undefined }), known)).toEqual(stray);
  });

  it('finds a failure with facts, and an error, whatever the system says of results', () => {
    const any = () => true;
    const facts = { 'dev.errata/fault': { domain: 'x', reason: 'BANANA', code: -32055 } };
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: { isError: true, content: [], structuredContent: {}, _meta: facts },
    });
    expect(findUndeclared(answerOf(text), routerosContract, era, any)).toMatchObject([
      { code: -32055 },
    ]);
    expect(findUndeclared(answerOf(error(-32055)), routerosContract, era, any)).toEqual([
      { code: -32055 },
    ]);
  });

  it('finds a text that is not JSON', () => {
    expect(findUndeclared({ text: 'boom', message: undefined }, routerosContract, era)).toEqual([
      { code: null },
    ]);
  });
});
