import { AsyncLocalStorage } from 'node:async_hooks';
import {
  context,
  metrics,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callText, openShop, shop, type ShopOptions } from './testing/shop.js';
import { toOpenTelemetry } from './to-open-telemetry.js';

/** The context manager of the SDK is in a package of its own; this is all of it that a test needs. */
function createContextManager() {
  const storage = new AsyncLocalStorage<Context>();
  return {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: <A extends unknown[], R>(
      given: Context,
      work: (...args: A) => R,
      self?: ThisParameterType<typeof work>,
      ...args: A
    ): R => storage.run(given, () => work.apply(self, args)),
    bind: <T>(_: Context, target: T): T => target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  };
}

const spans = new InMemorySpanExporter();
const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

beforeEach(() => {
  context.setGlobalContextManager(createContextManager());
});

afterEach(() => {
  spans.reset();
  context.disable();
  metrics.disable();
});

function startMetrics() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  return {
    /** Every instrument by name: its points, and how it was declared. */
    async read() {
      await provider.forceFlush();
      const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      return new Map(
        scopes.flatMap(({ metrics: found }) =>
          found.map(({ descriptor, dataPoints }) => [descriptor.name, { descriptor, dataPoints }]),
        ),
      );
    },
    stop: () => provider.shutdown(),
  };
}

/** Serve texts inside a span, as instrumentation of a transport would, and give the finished span. */
async function spanOf(text: string, options: ShopOptions = {}) {
  const { onFault } = toOpenTelemetry({ trace });
  const server = openShop({ ...options, onFault });
  const tracer = tracers.getTracer('test');
  await tracer.startActiveSpan('POST /mcp', async (span) => {
    await server.receive(text);
    span.end();
  });
  const [span] = spans.getFinishedSpans();
  return span!;
}

describe('toOpenTelemetry on spans', () => {
  it('marks the active span as failed, with the names of the conventions', async () => {
    const tools = { order: () => shop.WAREHOUSE_DOWN({ warehouse: 'north' }) };
    const text = '{"jsonrpc":"2.0","id":"a-7","method":"tools/call","params":{"name":"order"}}';
    const span = await spanOf(text, { tools });
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: 'WAREHOUSE_DOWN' });
    expect(span.attributes).toEqual({
      'error.type': 'WAREHOUSE_DOWN',
      'rpc.system.name': 'jsonrpc',
      'rpc.method': 'tools/call',
      'rpc.status_code': '-32010',
      'jsonrpc.request.id': 'a-7',
      'jsonrpc.protocol.version': '2.0',
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': '2025-11-25',
      'gen_ai.tool.name': 'order',
      'gen_ai.operation.name': 'execute_tool',
      'dev.errata.ref': expect.stringMatching(/^corr-[0-9a-f]{16}$/),
      'dev.errata.domain': 'shop',
      'dev.errata.effect': 'none',
      'dev.errata.retryable': true,
    });
    expect(span.events).toEqual([]);
  });

  it('records the cause without its secrets', async () => {
    const cause = new TypeError('login to https://amy:hunter2hunter2@db.example failed');
    const span = await spanOf(callText('order'), { tools: { order: () => cause } });
    expect(span.status.message).toBe('INTERNAL_ERROR');
    expect(span.events).toMatchObject([
      {
        name: 'exception',
        attributes: {
          'exception.type': 'TypeError',
          'exception.message': expect.stringContaining('db.example'),
          'exception.stacktrace': expect.stringContaining('to-open-telemetry.test.ts'),
        },
      },
    ]);
    expect(JSON.stringify(span.events)).not.toContain('hunter2');
  });

  it('sets no MCP attributes for plain JSON-RPC, and no id if there is none', async () => {
    const span = await spanOf('{broken', { era: 'jsonrpc' });
    expect(Object.keys(span.attributes).filter((key) => /^(mcp|gen_ai)\.|id$/.test(key))).toEqual(
      [],
    );
    expect(span.attributes).toMatchObject({
      'error.type': 'PARSE_ERROR',
      'rpc.status_code': '-32700',
    });
    spans.reset();
    const { attributes } = await spanOf('{"jsonrpc":"2.0","id":null,"method":"x"}', {
      era: 'jsonrpc',
    });
    expect(attributes).not.toHaveProperty('jsonrpc.request.id');
  });

  it('reports an unknown method as _OTHER, with the requested name shortened beside it', async () => {
    const method = `made/up/${'x'.repeat(10_000)}`;
    const span = await spanOf(JSON.stringify({ jsonrpc: '2.0', id: 1, method }));
    expect(span.attributes).toMatchObject({ 'rpc.method': '_OTHER', 'mcp.method.name': '_OTHER' });
    const original = span.attributes['rpc.method_original'] as string;
    expect(original).toMatch(/^made\/up\/x+…$/);
    expect(original.length).toBeLessThanOrEqual(256);
  });

  it('does nothing without a span, and nothing to one that has ended', async () => {
    const { onFault } = toOpenTelemetry({ trace });
    const server = openShop({ onFault });
    await server.receive(callText('nothing'));
    await tracers.getTracer('test').startActiveSpan('over', async (span) => {
      span.end();
      await server.receive(callText('nothing'));
    });
    expect(spans.getFinishedSpans().map(({ status }) => status.code)).toEqual([
      SpanStatusCode.UNSET,
    ]);
  });
});

describe('toOpenTelemetry in metrics', () => {
  it('measures every call in seconds, and counts every failure', async () => {
    const meters = startMetrics();
    const { onFault, onCall } = toOpenTelemetry({ metrics });
    const tools = { list: () => undefined, order: () => shop.NOT_PAID() };
    const server = openShop({ tools, onFault, onCall });
    for (const tool of ['list', 'list', 'order']) await server.receive(callText(tool));
    await server.receive('{broken');
    onCall({ method: 'tools/call', tool: 'report', milliseconds: 1_500 });
    const read = await meters.read();
    const { descriptor, dataPoints } = read.get('mcp.server.operation.duration')!;
    expect(descriptor).toMatchObject({
      unit: 's',
      advice: {
        explicitBucketBoundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
      },
    });
    expect(dataPoints.map((point) => point.attributes)).toEqual([
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'list' },
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'order', 'error.type': 'NOT_PAID' },
      { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'report' },
    ]);
    expect(dataPoints[0]!.value).toMatchObject({ count: 2 });
    expect(dataPoints[2]!.value).toMatchObject({ count: 1, sum: 1.5 });
    expect(read.get('dev.errata.faults')!.dataPoints).toMatchObject([
      {
        attributes: {
          'gen_ai.tool.name': 'order',
          'error.type': 'NOT_PAID',
          'dev.errata.domain': 'shop',
        },
        value: 1,
      },
      { attributes: { 'error.type': 'PARSE_ERROR', 'dev.errata.domain': 'shop' }, value: 1 },
    ]);
    await meters.stop();
  });

  it('has no label that a client can invent, and none that is new with every failure', async () => {
    const meters = startMetrics();
    const server = openShop(toOpenTelemetry({ metrics }));
    for (let i = 0; i < 100; i++) {
      await server.receive(callText(`made-up-${i}`));
      await server.receive(`{"jsonrpc":"2.0","id":${i},"method":"made/up/${i}"}`);
    }
    const read = await meters.read();
    expect(read.get('mcp.server.operation.duration')!.dataPoints).toMatchObject([
      { attributes: { 'mcp.method.name': 'tools/call', 'error.type': 'NO_SUCH_TOOL' } },
      { attributes: { 'mcp.method.name': '_OTHER', 'error.type': 'METHOD_NOT_FOUND' } },
    ]);
    expect(read.get('dev.errata.faults')!.dataPoints).toHaveLength(2);
    expect(JSON.stringify([...read])).not.toMatch(/made|corr-/);
    await meters.stop();
  });

  it('works if the SDK is started later', async () => {
    const { onFault, onCall } = toOpenTelemetry({ metrics });
    const server = openShop({ onFault, onCall });
    await server.receive(callText('nothing'));
    const meters = startMetrics();
    await server.receive(callText('nothing'));
    const read = await meters.read();
    expect(read.get('dev.errata.faults')!.dataPoints).toMatchObject([{ value: 1 }]);
    await meters.stop();
  });

  it('works without trace and metrics', () => {
    const { onFault, onCall } = toOpenTelemetry({});
    const replies = [callText('nothing'), '{broken'].map((text) =>
      openShop({ onFault, onCall }).receive(text),
    );
    expect(replies.every((reply) => typeof reply === 'string')).toBe(true);
    expect(() => onCall({ method: 'ping', milliseconds: 1 })).not.toThrow();
  });
});
