import { existsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { sqlFun } from '@errata/catalogs/sql-fun';
import { serveWork, type OnLoading, type MethodWork } from '../../src/worker/serve-work.js';

const kept: unknown[] = [];

/** Methods that do what goes wrong with methods. */
type Method = (params: Params, work: MethodWork, onLoading: OnLoading) => unknown;

const METHODS: Readonly<Record<string, Method>> = {
  echo: (params, { project, schema, context }) => ({
    params,
    pid: process.pid,
    project,
    schema: schema ?? null,
    context,
  }),
  busy: ({ file, milliseconds = 600_000 }) => {
    if (file !== undefined) writeFileSync(file, String(process.pid));
    const end = Date.now() + milliseconds;
    while (Date.now() < end);
    return { pid: process.pid };
  },
  hold: async ({ file = '' }) => {
    while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 5));
    return { pid: process.pid };
  },
  /** Loads for a while, then works for a while. */
  load: async ({ loads = 0, milliseconds = 0 }, _work, onLoading) => {
    onLoading('loading');
    await new Promise((resolve) => setTimeout(resolve, loads));
    onLoading('loaded');
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return { pid: process.pid };
  },
  exit: ({ code = 3 }) => process.exit(code),
  allocate: () => {
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
  },
  grow: ({ megabytes = 0 }) => {
    kept.push(Buffer.alloc(megabytes * 1024 * 1024, 1));
    return { pid: process.pid };
  },
  overflow: function overflow(params): unknown {
    return [METHODS['overflow']!(params, {} as MethodWork, () => undefined)];
  },
  trap: () => new wasm.Instance(new wasm.Module(TRAP)),
  mistake: () => {
    throw new TypeError('password=hunter2');
  },
  table: ({ name = '' }) => {
    throw sqlFun.TABLE_NOT_FOUND(
      { target: 'table', name, schema: 'public' },
      { details: `there is no table ${name}`, cause: new Error('for the operator') },
    );
  },
  parameter: () => {
    throw sqlFun.MISSING_PARAMETER(
      { target: 'parameter', name: 'params.sql' },
      { message: 'Invalid parameter', details: (redact) => redact('params.sql: password=hunter2') },
    );
  },
  select_schema: ({ schema = '' }) => ({ schema, pid: process.pid }),
  no_json: () => ({ value: 1n }),
};

interface Params {
  readonly file?: string;
  readonly milliseconds?: number;
  readonly loads?: number;
  readonly code?: number;
  readonly megabytes?: number;
  readonly name?: string;
  readonly schema?: string;
}

/** The types of Node do not have it. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => object;
  };
};

// (module (func $f unreachable) (start $f))
const TRAP = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0],
  ...[8, 1, 0, 10, 5, 1, 3, 0, 0, 11],
);

await serveWork((work, onLoading) =>
  METHODS[work.method]!((work.params ?? {}) as Params, work, onLoading),
);
