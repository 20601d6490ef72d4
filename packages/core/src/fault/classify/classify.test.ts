import { readFile, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.js';
import { classify } from './classify.js';
import { GENERIC } from './generic.js';

const REF = 'corr-0123456789abcdef';

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('nothing was thrown');
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('real failures', () => {
  it('a refused connection says where, and that nothing was sent', async () => {
    const port = await closedPort();
    const thrown = await thrownBy(
      () =>
        new Promise((_, reject) => {
          connect(port, '127.0.0.1').once('error', reject);
        }),
    );
    const fault = classify(thrown);
    expect(fault.reason).toBe('UNREACHABLE');
    expect(fault.context).toEqual({
      error_type: 'ECONNREFUSED',
      host: '127.0.0.1',
      port,
      syscall: 'connect',
      phase: 'connect',
    });
    expect(fault.details).toBe(`Cannot connect (127.0.0.1:${port}) [ECONNREFUSED]`);
    expect(fault.retryable).toBe(true);
    expect(fault.effect).toBe('unknown');
    expect(fault.cause).toBe(thrown);
  });

  it('"fetch failed" is classified by its cause', async () => {
    const port = await closedPort();
    const thrown = await thrownBy(() => fetch(`http://127.0.0.1:${port}/?token=s3cret`));
    const fault = classify(thrown);
    expect(fault.reason).toBe('UNREACHABLE');
    expect(fault.context).toMatchObject({ error_type: 'ECONNREFUSED', host: '127.0.0.1', port });
  });

  it('a name that resolves to two families is reported from the first member', async () => {
    const port = await closedPort();
    const thrown = await thrownBy(
      () =>
        new Promise((_, reject) => {
          connect({
            host: 'both.invalid',
            port,
            autoSelectFamily: true,
            lookup: (_host, _options, done) =>
              done(null, [
                { address: '127.0.0.1', family: 4 },
                { address: '127.0.0.2', family: 4 },
              ]),
          }).once('error', reject);
        }),
    );
    expect((thrown as Error).name).toBe('AggregateError');
    const fault = classify(thrown);
    expect(fault.reason).toBe('UNREACHABLE');
    expect(fault.context).toMatchObject({ host: '127.0.0.1', port, phase: 'connect' });
  });

  it('AbortSignal.timeout is a timeout, on fetch and below an AbortError of Node', async () => {
    const server = createHttpServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const slow = await thrownBy(() =>
      fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(20) }),
    );
    server.closeAllConnections();
    server.close();
    expect((slow as DOMException).code).toBe(23);
    expect(classify(slow)).toMatchObject({ reason: 'TIMEOUT', code: -32603 });
    // The signal's own timer does not keep the process alive, so a longer sleep does.
    const nested = await thrownBy(() =>
      sleep(5_000, undefined, { signal: AbortSignal.timeout(5) }),
    );
    expect((nested as Error).name).toBe('AbortError');
    expect(classify(nested).reason).toBe('TIMEOUT');
  });

  it('an abort without a reason is a cancellation, and its legacy code 20 is ignored', async () => {
    const thrown = await thrownBy(() => AbortSignal.abort().throwIfAborted());
    expect((thrown as DOMException).code).toBe(20);
    expect(classify(thrown)).toMatchObject({ reason: 'CANCELLED', code: -32603, retryable: false });
  });

  it('a fault given as the reason of an abort comes through', async () => {
    const declared = new Fault(GENERIC.STORAGE_BUSY, { error_type: 'SQLITE_BUSY' });
    const thrown = await thrownBy(() =>
      sleep(5_000, undefined, { signal: AbortSignal.abort(declared) }),
    );
    expect((thrown as Error).name).toBe('AbortError');
    expect(classify(thrown).definition).toBe(GENERIC.STORAGE_BUSY);
  });

  it('the file system: missing, there already, and no path in the text', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'errata-classify-'));
    const missing = classify(await thrownBy(() => readFile(join(folder, 'private-name'))));
    const existing = classify(await thrownBy(() => mkdir(folder)));
    await rm(folder, { recursive: true });
    expect(missing).toMatchObject({ reason: 'NOT_FOUND', strategy: 'fix_and_retry' });
    expect(missing.details).toBe('A file or object that the call needs was not found [ENOENT]');
    expect(existing).toMatchObject({ reason: 'CONFLICT' });
    expect(existing.details).toBe('The call conflicts with existing data [EEXIST]');
  });

  it('an error of another realm is read like one of this realm', () => {
    const error: unknown = runInNewContext(
      `Object.assign(new Error('x', { cause: Object.assign(new TypeError('y'), { code: 'ENOSPC' }) }), { code: 7 })`,
    );
    expect(error instanceof Error).toBe(false);
    expect(classify(error)).toMatchObject({ reason: 'EXHAUSTED', retryable: false });
    expect(classify(runInNewContext(`new TypeError('x')`)).context).toEqual({
      error_type: 'TypeError',
    });
  });
});

describe('faults', () => {
  const declared = () => new Fault(GENERIC.NOT_FOUND, { status: 404 }, { details: 'No such note' });

  it('are returned unchanged', () => {
    const fault = declared();
    expect(classify(fault, { ref: REF })).toBe(fault);
  });

  it('are found inside a wrapper, under the ref of the request', () => {
    const inner = declared();
    const wrapper = new Error('while saving', { cause: inner });
    const fault = classify(wrapper, { ref: REF });
    expect(fault).not.toBe(inner);
    expect(fault).toMatchObject({ reason: 'NOT_FOUND', details: 'No such note', ref: REF });
    expect(fault.cause).toBe(wrapper);
    expect(inner.ref).toBe(REF);
  });

  it('keep a ref that was shown before they were wrapped', () => {
    const inner = declared();
    const shown = inner.ref;
    expect(classify(new Error('x', { cause: inner }), { ref: REF }).ref).toBe(shown);
  });

  it('are not recognised by their shape alone', () => {
    const yesMan = new Proxy({}, { get: () => 1 });
    const proxied = new Proxy(declared(), {});
    const forged = { [Symbol.for('dev.errata.fault')]: 1 };
    for (const thrown of [yesMan, proxied, forged]) {
      const fault = classify(thrown, { ref: REF });
      expect(fault).not.toBe(thrown);
      expect(fault).toMatchObject({ reason: 'UNEXPECTED', ref: REF });
      expect(fault.cause).toBe(thrown);
    }
  });
});

describe('what looks like a fault', () => {
  const { TIMEOUT } = GENERIC;
  const like = {
    [Symbol.for('dev.errata.fault')]: 1,
    definition: { ...TIMEOUT },
    reason: TIMEOUT.reason,
    code: TIMEOUT.code,
    title: 'x',
    context: {},
  };

  it('is one if everything in it fits', () => {
    expect(classify(like)).toBe(like);
  });

  it.each<[string, object]>([
    ['no brand', { [Symbol.for('dev.errata.fault')]: 0 }],
    ['no domain', { definition: { ...TIMEOUT, domain: undefined } }],
    ['no code', { definition: { ...TIMEOUT, code: '5' }, code: '5' }],
    ['the reason of another', { reason: 'OTHER' }],
    ['the code of another', { code: 5 }],
    ['no title', { title: undefined }],
    ['no context', { context: null }],
    ['a context that is a text', { context: 'x' }],
  ])('is not one with %s', (_name, wrong) => {
    expect(classify({ ...like, ...wrong }).reason).toBe('UNEXPECTED');
  });
});

describe('issues of a schema', () => {
  it('are unexpected unless they are about the input of the call', () => {
    const thrown = { issues: [{ message: 'x' }] };
    expect(classify(thrown).reason).toBe('UNEXPECTED');
    expect(classify(thrown, { input: true }).reason).toBe('INVALID_INPUT');
  });
});

describe('a forged fault in the chain', () => {
  it('that throws when it is read does no harm', () => {
    const forged = {
      [Symbol.for('dev.errata.fault')]: 1,
      definition: GENERIC.TIMEOUT,
      reason: 'TIMEOUT',
      code: -32603,
      title: 'x',
      context: {},
      adoptRef: () => {
        throw new Error('no');
      },
    };
    expect(classify(new Error('x', { cause: forged }), { ref: REF }).reason).toBe('UNEXPECTED');
  });
});

describe('what nobody declared', () => {
  it.each<[unknown, object]>([
    [undefined, { error_type: 'undefined' }],
    [null, { error_type: 'null' }],
    ['database password is hunter2', { error_type: 'string' }],
    [42, { error_type: 'number' }],
    [10n, { error_type: 'bigint' }],
    [Symbol('s'), { error_type: 'symbol' }],
    [() => {}, {}],
    [{}, {}],
    [{ code: -32000, data: 'Bearer sk-live-1' }, {}],
    [Object.assign(new Error('E11000'), { code: 11000 }), { error_type: 'Error' }],
    [Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' }), { error_type: 'Error' }],
    [Object.assign(new Error('x'), { code: 'toString' }), { error_type: 'Error' }],
    [Object.assign(new Error('x'), { name: 'password=hunter2' }), {}],
    [Promise.resolve(1), {}],
    [{ status: 200 }, {}],
    [{ status: '404' }, {}],
  ])('%o is UNEXPECTED', (thrown, context) => {
    const fault = classify(thrown);
    expect(fault).toMatchObject({ domain: 'errata', reason: 'UNEXPECTED', code: -32603 });
    expect(fault.context).toEqual(context);
    expect(fault.details).toBe('Unexpected server error');
    expect(fault.strategy).toBe('report_and_abort');
    expect('cause' in fault).toBe(true);
    expect(fault.cause).toBe(thrown);
  });
});
