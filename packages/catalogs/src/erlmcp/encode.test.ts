import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildErrorObject, encodeErrorResponse } from './encode.js';

describe('buildErrorObject', () => {
  it.each([[undefined], [null]])('has no data for %s', (data) => {
    expect(buildErrorObject(-32603, 'm', data)).toEqual({ code: -32603, message: 'm' });
    expect(buildErrorObject(-32603, 'm', data)).not.toHaveProperty('data');
  });

  it('takes an object as it is', () => {
    expect(buildErrorObject(-32603, 'm', { uri: 'a:', list: [1] }).data).toEqual({
      uri: 'a:',
      list: [1],
    });
    expect(buildErrorObject(-32603, 'm', {}).data).toEqual({});
  });

  it('puts a text into details', () => {
    expect(buildErrorObject(-32603, 'm', 'why').data).toEqual({ details: 'why' });
    expect(buildErrorObject(-32603, 'm', '').data).toEqual({ details: '' });
  });

  it.each([
    [5, '5'],
    [true, 'true'],
    [[1, 'two', null], '[1,"two",null]'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [Number.NaN, 'null'],
  ])('puts the JSON of anything else into details: %s', (data, details) => {
    expect(buildErrorObject(-32603, 'm', data).data).toEqual({ details });
  });

  it.each([
    ['a BigInt', 1n],
    ['a BigInt inside', { n: 1n }],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    [
      'a throwing toJSON',
      {
        toJSON: () => {
          throw new Error('secret');
        },
      },
    ],
    [
      'a throwing getter',
      {
        get a() {
          throw new Error('secret');
        },
      },
    ],
    ['a revoked proxy', revoked()],
  ])('says that %s has no JSON form', (_what, data) => {
    expect(buildErrorObject(-32603, 'm', data).data).toEqual({
      details: 'a value that has no JSON form',
    });
  });

  it('says that a cycle has no JSON form', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(buildErrorObject(-32603, 'm', cycle).data).toEqual({
      details: 'a value that has no JSON form',
    });
  });

  it.each([[Uint8Array.of(131, 104, 2)], [Uint8Array.of(131, 104, 2).buffer]])(
    'never sends raw bytes',
    (data) => {
      expect(buildErrorObject(-32603, 'm', data).data).toEqual({
        details: '3 bytes of binary data',
      });
    },
  );

  it('does not trust a value to be the same the second time', () => {
    let times = 0;
    const fickle = {
      toJSON() {
        if (times++ > 0) throw new Error('again');
        return { a: 1 };
      },
    };
    expect(JSON.parse(encodeErrorResponse(1, -32603, 'm', fickle))).toHaveProperty('error.data', {
      a: 1,
    });
  });

  it('does not judge the code: that is encodeErrorResponse’s business', () => {
    expect(buildErrorObject(1, 'm').code).toBe(1);
  });
});

const quiet = { onWarning: () => undefined };

describe('a code that erlmcp does not have', () => {
  it.each([-32000, -32012, -32099, 0, 404, 1001, -32603.5])(
    '%d becomes −32603 and stays visible',
    (code) => {
      expect(JSON.parse(encodeErrorResponse(1, code, 'm', undefined, quiet))).toHaveProperty(
        'error',
        {
          code: -32603,
          message: 'm',
          data: { original_code: code },
        },
      );
    },
  );

  it('keeps the data beside the original code', () => {
    expect(JSON.parse(encodeErrorResponse(1, 1001, 'm', { hint: 'x' }, quiet))).toHaveProperty(
      'error.data',
      { hint: 'x', original_code: 1001 },
    );
    expect(JSON.parse(encodeErrorResponse(1, 1001, 'm', 'text', quiet))).toHaveProperty(
      'error.data',
      {
        details: 'text',
        original_code: 1001,
      },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'says %s as text, which JSON has no number for',
    (code) => {
      expect(JSON.parse(encodeErrorResponse(1, code, 'm', undefined, quiet))).toHaveProperty(
        'error.data',
        {
          original_code: String(code),
        },
      );
    },
  );

  it('warns, in the seed’s words', () => {
    const warnings: string[] = [];
    const options = { onWarning: (warning: string) => void warnings.push(warning) };
    encodeErrorResponse(1, -32000, 'm', undefined, options);
    encodeErrorResponse(1, -32601, 'm', undefined, options);
    expect(warnings).toEqual(['Invalid error code -32000, using internal error']);
  });

  it('warns on stderr by default, one line for each code, which says nothing but the code', () => {
    const { stdout, stderr } = run(`
      for (const code of [-32000, -32601, -32000, NaN, NaN, 1001]) {
        encodeErrorResponse('secret id', code, 'secret message', { secret: 'data' });
      }`);
    expect(stderr.split('\n')).toEqual([
      'erlmcp: Invalid error code -32000, using internal error',
      'erlmcp: Invalid error code NaN, using internal error',
      'erlmcp: Invalid error code 1001, using internal error',
      '',
    ]);
    expect(stdout).toBe('');
  });

  it('leaves stderr alone where the caller takes the warning', () => {
    const { stdout, stderr } = run(
      `encodeErrorResponse(1, 1001, 'm', undefined, { onWarning: (text) => console.log(text) });`,
    );
    expect({ stdout, stderr }).toEqual({
      stdout: 'Invalid error code 1001, using internal error\n',
      stderr: '',
    });
  });

  it('stops after a hundred codes, which a peer may have chosen, and says so', () => {
    const { stderr } = run(
      'for (let code = 1; code <= 5000; code++) encodeErrorResponse(1, code, "m");',
    );
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('erlmcp: Further invalid error codes are not reported');
  });

  it('answers even where the warning cannot be taken', () => {
    const onWarning = () => {
      throw new Error('disk full');
    };
    expect(encodeErrorResponse(1, 5, 'm', undefined, { onWarning })).toContain('"id":1');
  });
});

it('gives valid JSON for any id, code, message and data', () => {
  const ids = fc.oneof(fc.string({ unit: 'binary' }), fc.bigInt(), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(
      ids,
      fc.double(),
      fc.string(),
      fc.anything({ withBigInt: true }),
      (id, code, message, data) => {
        const reply = JSON.parse(encodeErrorResponse(id, code, message, data, quiet)) as object;
        expect(reply).toMatchObject({ jsonrpc: '2.0', error: { message } });
      },
    ),
  );
});

/** A program that uses the encoder. */
function run(program: string) {
  const text = `import { encodeErrorResponse } from '@errata/catalogs/erlmcp';${program}`;
  const args = ['--input-type=module', '--eval', text];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const env = { PATH: process.env['PATH'] };
  return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
