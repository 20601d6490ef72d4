import { describe, expect, it } from 'vitest';
import { defineCatalog, standard } from '../catalog/index.js';
import { ERAS } from '../era/index.js';
import { classify, conditionFault, describeIssues, Fault, GENERIC } from '../fault/index.js';
import { assertContract, defineContract } from './define-contract.js';
import { demo, demoContract, unreachable, viewOf } from './testing/demo.js';

const other = defineCatalog(
  'other',
  {
    OOPS: { code: -32603, title: 'Oops', category: 'internal', recovery: 'report_and_abort' },
    TOO_FAST: {
      code: -32099,
      title: 'Too fast',
      category: 'limit',
      condition: 'rate-limited',
      context: { retry_after: 'integer' },
      details: 'Slow down',
      recovery: 'retry_with_backoff',
    },
    GONE: {
      code: -32098,
      title: 'Gone',
      category: 'device',
      condition: 'unreachable',
      context: { who: 'string' },
      recovery: 'retry_with_backoff',
    },
  },
  { unexpected: 'OOPS' },
);

describe('assertContract', () => {
  it('accepts a contract, and names the mistake for a catalog or undefined', () => {
    expect(() => assertContract(demoContract)).not.toThrow();
    expect(() => assertContract(demo)).toThrow('contract is a catalog; say defineContract');
    expect(() => assertContract(undefined)).toThrow('contract has to be one of defineContract');
  });
});

describe('a contract', () => {
  it.each([
    [{ mesage: 'title' }, 'defineContract: unknown option "mesage"; did you mean message?'],
    [{ rpcData: 'fact' }, 'defineContract: rpcData is "fact"; did you mean facts?'],
    [{ toolFailures: 'tool' }, 'defineContract: toolFailures is "tool", not a function'],
  ])('rejects %j', (more, message) => {
    const options = { catalog: demo, ...more } as never;
    expect(() => defineContract(options)).toThrow(new TypeError(message));
  });

  it('uses the literal numbers up to 2025-11-25 and legal ones on 2026-07-28', () => {
    expect(ERAS.map((era) => demoContract.number(unreachable(), era))).toEqual([
      -32010, -32010, -32010, -32010, -32010, -31010,
    ]);
  });

  it('takes surfaces and ids from the era by default', () => {
    expect(ERAS.map((era) => demoContract.toolFailures(era))).toEqual([
      'rpc',
      'tool',
      'tool',
      'tool',
      'tool',
      'tool',
    ]);
    expect(ERAS.map((era) => demoContract.unreadableId(era))).toEqual([
      'null',
      'omit',
      'omit',
      'omit',
      'omit',
      'omit',
    ]);
    const literal = defineContract({
      catalog: demo,
      toolFailures: (era) => (era === '2026-07-28' ? 'tool' : 'rpc'),
      unreadableId: () => 'null',
    });
    expect(literal.toolFailures('2025-11-25')).toBe('rpc');
    expect(literal.unreadableId('2025-11-25')).toBe('null');
  });
});

describe('a fault of another domain', () => {
  it('uses the texts of this contract if it has them', () => {
    const adopted = demoContract.adopt(other.TOO_FAST({ retry_after: 9 }));
    expect(adopted).toMatchObject({
      domain: 'demo',
      reason: 'RATE_LIMITED',
      details: 'Slow down',
      retryAfter: 9,
    });
  });

  it('is masked if this contract requires unknown fields', () => {
    const foreign = other.GONE({ who: 'secret-host' }, { ref: 'corr-0123456789abcdef' });
    const adopted = demoContract.adopt(foreign);
    expect(adopted).toMatchObject({ reason: 'INTERNAL_ERROR', ref: 'corr-0123456789abcdef' });
    expect(adopted.cause).toBe(foreign);
    expect(adopted.details).not.toContain('secret-host');
  });

  it('is translated by the option adopt', () => {
    const contract = defineContract({
      catalog: demo,
      adopt: (foreign) =>
        foreign.condition === 'unreachable'
          ? demo.DEVICE_UNREACHABLE({ device_id: '?', address: '?' })
          : undefined,
    });
    expect(contract.adopt(other.GONE({ who: 'x' })).reason).toBe('DEVICE_UNREACHABLE');
    expect(contract.adopt(other.OOPS()).reason).toBe('INTERNAL_ERROR');
  });

  it('keeps the exception behind a classified one as the cause', () => {
    const thrown = new RangeError('boom');
    const adopted = demoContract.adopt(classify(thrown));
    expect(adopted.reason).toBe('INTERNAL_ERROR');
    expect(adopted.cause).toBe(thrown);
  });

  it('has its ref in a bare payload only if it is masked', () => {
    const bare = defineContract({ catalog: demo, rpcData: 'payload' });
    const masked = bare.adopt(classify(new RangeError('boom')));
    expect(bare.data(masked, { era: 'jsonrpc' })).toEqual({ ref: masked.ref });
    expect(bare.data(unreachable(), { era: 'jsonrpc' })).not.toHaveProperty('ref');
  });

  it('has only the declared data if the catalog declares an unexpected failure', () => {
    const OOPS = {
      code: -32603,
      title: 'Internal error',
      category: 'internal',
      condition: 'unexpected',
      recovery: 'report_and_abort',
      suggestion: 'Report it',
    } as const;
    const declared = defineCatalog('declared', { OOPS }, { unexpected: 'OOPS' });
    const bare = defineContract({ catalog: declared, rpcData: 'payload' });
    const disk = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5 });
    for (const thrown of [new RangeError('boom'), disk, other.GONE({ who: 'secret-host' })]) {
      const adopted = bare.adopt(classify(thrown));
      expect([adopted.domain, adopted.reason]).toEqual(['declared', 'OOPS']);
      expect(adopted.details).not.toMatch(/boom|EIO|secret-host/);
      expect(bare.data(adopted, { era: 'jsonrpc' })).toBeUndefined();
    }
  });

  it('uses the texts of JSON-RPC if the caller caused it and this one has no text for it', () => {
    const third = defineCatalog('third', {
      WRONG: {
        code: -31001,
        title: 'Wrong',
        category: 'calls',
        condition: 'invalid-params',
        details: 'cursor: a text',
        recovery: 'fix_and_retry',
        suggestion: 'Leave it out',
      },
    });
    expect(defineContract({ catalog: other }).adopt(third.WRONG())).toMatchObject({
      domain: 'jsonrpc',
      reason: 'INVALID_PARAMS',
      code: -32602,
      details: 'cursor: a text',
    });
  });

  it('is unchanged if it is one of the five standard errors', () => {
    const fault = standard.METHOD_NOT_FOUND({ method: 'x' });
    expect(defineContract({ catalog: other }).adopt(fault)).toBe(fault);
  });
});

describe('a fault that the protocol layer made', () => {
  const contract = defineContract({ catalog: other });

  it('uses the texts of this one for its condition, and keeps its ref', () => {
    const fault = conditionFault('rate-limited', { retry_after: 5, junk: 1 });
    const { ref } = fault;
    const adopted = contract.adopt(fault);
    expect(adopted).toMatchObject({ reason: 'TOO_FAST', context: { retry_after: 5 }, ref });
  });

  it('is unchanged if this contract has no text for it, unless it has a cause', () => {
    const late = new Fault(GENERIC.TIMEOUT, { operation: 'x', timeout_seconds: 1 });
    expect(contract.adopt(late)).toBe(late);
    const thrown = new Fault(GENERIC.TIMEOUT, late.context, { cause: new Error('slow') });
    expect(contract.adopt(thrown)).toMatchObject({ reason: 'OOPS', given: { masked: true } });
  });
});

describe('a fault of another copy of the same catalog', () => {
  const define = (code: number) =>
    defineCatalog('twice', {
      OOPS: {
        code,
        title: 'Oops',
        category: 'x',
        context: { who: 'string' },
        recovery: 'report_and_abort',
      },
    });

  it('gets the definition of this one, and keeps its context, words and ref', () => {
    const contract = defineContract({ catalog: define(-31001) });
    const ref = 'corr-0123456789abcdef';
    const foreign = define(-31002).OOPS({ who: 'me' }, { details: 'It broke', ref });
    expect(contract.adopt(foreign)).toMatchObject({
      code: -31001,
      context: { who: 'me' },
      details: 'It broke',
      ref,
    });
    const unnamed = define(-31002).OOPS({ who: 'me' });
    expect(unnamed.ref).toBe(contract.adopt(unnamed).ref);
  });

  it('is the same fault if the copy is this one', () => {
    const catalog = define(-31001);
    const fault = catalog.OOPS({ who: 'me' });
    expect(defineContract({ catalog }).adopt(fault)).toBe(fault);
  });
});

describe('a failure of the protocol layer', () => {
  it('is the catalog’s own if it declares the condition', () => {
    expect(
      demoContract.protocolFault('parse-error', { problem: 'invalid-json', junk: 1 }),
    ).toMatchObject({
      domain: 'demo',
      reason: 'PARSE_ERROR',
      context: { problem: 'invalid-json' },
    });
    expect(demoContract.protocolFault('forbidden', {}).context).toStrictEqual({});
  });

  it('is the standard one otherwise', () => {
    expect(defineContract({ catalog: other }).protocolFault('parse-error', {})).toMatchObject({
      domain: 'jsonrpc',
      reason: 'PARSE_ERROR',
    });
  });
});

describe('layout', () => {
  it('is that of the facts, or of the payload alone', () => {
    expect(defineContract({ catalog: demo }).layout).toMatchObject({ contextIn: 'data' });
    const payload = defineContract({ catalog: demo, rpcData: 'payload' });
    expect(payload.layout).toBe(payload.shape);
  });
});

describe('wrong arguments under a contract that has no error for them', () => {
  const wrong = describeIssues([{ message: 'Too short', path: ['name'] }], { value: {} });
  const own = {
    code: -32602,
    title: 'Wrong',
    category: 'input',
    recovery: 'fix_and_retry',
  } as const;

  it('keep their own texts', () => {
    expect(defineContract({ catalog: other }).adopt(wrong)).toBe(wrong);
  });

  it.each(['validation', 'invalid-params'] as const)('use the one for %s', (condition) => {
    const catalog = defineCatalog(
      'own',
      {
        OOPS: { code: -32603, title: 'Oops', category: 'internal', recovery: 'report_and_abort' },
        WRONG: { ...own, condition },
      },
      { unexpected: 'OOPS' },
    );
    expect(defineContract({ catalog }).adopt(wrong).reason).toBe('WRONG');
  });
});

describe('a connection that was refused', () => {
  it('uses the texts of the catalog, without the address', () => {
    const catalog = defineCatalog(
      'own',
      {
        OOPS: { code: -32603, title: 'Oops', category: 'internal', recovery: 'report_and_abort' },
        GONE: {
          ...{ code: -32098, title: 'Gone', category: 'net', recovery: 'retry_with_backoff' },
          ...{ condition: 'unreachable', details: 'The device does not answer' },
        },
      },
      { unexpected: 'OOPS' },
    );
    const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:80'), {
      ...{ code: 'ECONNREFUSED', syscall: 'connect', address: '192.0.2.7', port: 80 },
    });
    expect(defineContract({ catalog }).adopt(classify(refused)).details).toBe(
      'The device does not answer',
    );
  });
});

describe('a resource that is not found', () => {
  const catalog = defineCatalog('files', {
    NO_FILE: {
      ...{ code: -32002, title: 'No file', category: 'file', condition: 'resource-not-found' },
      context: { uri: 'string' },
      recovery: 'fix_and_retry',
    },
  });
  const contract = defineContract({ catalog });
  const fault = catalog.NO_FILE({ uri: 'file:///a' });

  it('is the URI alone on 2026-07-28, and the facts before', () => {
    expect(contract.data(fault, viewOf('2026-07-28'))).toEqual({ uri: 'file:///a' });
    expect(contract.data(fault, viewOf('2025-11-25'))).toMatchObject({ reason: 'NO_FILE' });
  });
});
