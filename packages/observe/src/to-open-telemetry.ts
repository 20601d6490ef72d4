import type { Fault, FaultRecord, OnFault } from '@errata/core';
import type { OnCall } from '@errata/core/internal';
import { clipText } from '@errata/core/internal';
import { createKnownNames } from './known-names.js';
import {
  ATTRIBUTE,
  DURATION_BUCKETS,
  INSTRUMENT,
  MCP_METHODS,
  UNRECOGNISED,
} from './telemetry-names.js';

/** What is used of a span of `@opentelemetry/api`. */
interface SpanLike {
  isRecording(): boolean;
  setAttributes(attributes: Record<string, string | number | boolean>): unknown;
  setStatus(status: { code: 2; message: string }): unknown;
  recordException(exception: { name: string; message: string; stack?: string }): void;
}

/** The `trace` of `@opentelemetry/api`. */
export interface TraceLike {
  getActiveSpan(): SpanLike | undefined;
}

/** The APIs of OpenTelemetry as you import them: `{ trace, metrics }`. */
export interface OpenTelemetryOptions {
  readonly trace?: TraceLike;
  readonly metrics?: MetricsLike;
}

/** Give both to a server. */
export interface TelemetryObservers {
  /** Marks the active span as failed, and counts the failure. */
  readonly onFault: OnFault;
  /** Measures how long the call took. */
  readonly onCall: OnCall;
}

/** SpanStatusCode.ERROR. The enum is in a package that we do not depend on. */
const STATUS_ERROR = 2;

/** Clients choose ids and names; a span must not carry a megabyte of them. */
const LONGEST_VALUE = 256;

/** Report to OpenTelemetry: `toOpenTelemetry({ trace, metrics })` with the two of `@opentelemetry/api`. */
export function toOpenTelemetry({ trace, metrics }: OpenTelemetryOptions): TelemetryObservers {
  const instruments = metrics && createInstruments(metrics);
  const tools = createKnownNames();
  const methods = createKnownNames({ given: MCP_METHODS });

  const methodLabel = (method: string, fault: Fault | undefined): string =>
    methods.admit(method, fault) ? method : UNRECOGNISED;
  const toolLabels = (tool: string | null | undefined, fault: Fault | undefined): Labels =>
    typeof tool === 'string' && tools.admit(tool, fault) ? { [ATTRIBUTE.toolName]: tool } : {};

  return {
    onFault(record, fault) {
      instruments?.().faults.add(1, {
        [ATTRIBUTE.errorType]: record.mcp_error_code,
        [ATTRIBUTE.domain]: record.domain,
        ...toolLabels(record.tool_name, fault),
      });
      const span = trace?.getActiveSpan();
      if (span?.isRecording() !== true) return;
      markFailed(span, record, methodLabel(record.method ?? '', fault));
    },
    onCall({ method, tool, milliseconds, fault }) {
      // The clock may have been set back during the call: no negative durations.
      instruments?.().duration.record(Math.max(0, milliseconds) / 1_000, {
        [ATTRIBUTE.mcpMethod]: methodLabel(method, fault),
        ...toolLabels(tool, fault),
        ...(fault !== undefined && { [ATTRIBUTE.errorType]: fault.reason }),
      });
    },
  };
}

function markFailed(span: SpanLike, record: FaultRecord, method: string): void {
  // The status says the reason and no more: its text ends up in group-by lists, like `error.type`.
  span.setStatus({ code: STATUS_ERROR, message: record.mcp_error_code });
  span.setAttributes({
    [ATTRIBUTE.errorType]: record.mcp_error_code,
    [ATTRIBUTE.rpcSystem]: 'jsonrpc',
    [ATTRIBUTE.rpcStatus]: String(record.error_code),
    [ATTRIBUTE.jsonrpcVersion]: '2.0',
    [ATTRIBUTE.ref]: record.ref,
    [ATTRIBUTE.domain]: record.domain,
    [ATTRIBUTE.effect]: record.effect,
    [ATTRIBUTE.retryable]: record.retryable,
    ...callAttributes(record, method),
  });
  const [cause] = record.causes;
  if (cause === undefined) return;
  const { name, message, stack } = cause; // of the record, where secrets are gone already
  span.recordException({ name, message, ...(stack !== undefined && { stack }) });
}

/** What is known about the call; nothing for an invalid message. */
function callAttributes(
  { method, request_id: id, tool_name: tool, era }: FaultRecord,
  recognised: string,
): Record<string, string> {
  const mcp = era !== 'jsonrpc';
  return {
    ...(method !== undefined && { [ATTRIBUTE.rpcMethod]: recognised }),
    ...(method !== undefined &&
      recognised === UNRECOGNISED && { [ATTRIBUTE.rpcMethodOriginal]: short(method) }),
    ...(method !== undefined && mcp && { [ATTRIBUTE.mcpMethod]: recognised }),
    ...(mcp && { [ATTRIBUTE.mcpVersion]: era }),
    // Semantic conventions, note on jsonrpc.request.id: not where the id is null or missing.
    ...(id !== null && id !== 'null' && { [ATTRIBUTE.requestId]: short(id) }),
    ...(tool !== null && {
      [ATTRIBUTE.toolName]: short(tool),
      [ATTRIBUTE.operation]: 'execute_tool',
    }),
  };
}

function short(value: string): string {
  return clipText(value, LONGEST_VALUE);
}

type Labels = Record<string, string>;

/** What is used of a meter of `@opentelemetry/api`. */
interface MeterLike {
  createHistogram(
    name: string,
    options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
  ): { record(value: number, attributes: Labels): void };
  createCounter(
    name: string,
    options: { description: string; unit: string },
  ): { add(value: number, attributes: Labels): void };
}

/** The `metrics` of `@opentelemetry/api`. */
export interface MetricsLike {
  getMeter(name: string): MeterLike;
}

interface Instruments {
  readonly duration: ReturnType<MeterLike['createHistogram']>;
  readonly faults: ReturnType<MeterLike['createCounter']>;
}

const SCOPE = '@errata/observe';

/**
 * The instruments, made when first used. Before the SDK is started the API returns a meter that does nothing, and
 * its instruments would never work. So we get the meter each time, and a new meter means new instruments.
 */
function createInstruments(metrics: MetricsLike): () => Instruments {
  let meter: MeterLike | undefined;
  let instruments: Instruments | undefined;
  return () => {
    const current = metrics.getMeter(SCOPE);
    if (instruments === undefined || meter !== current) {
      instruments = instrumentsOf(current);
      meter = current;
    }
    return instruments;
  };
}

function instrumentsOf(meter: MeterLike): Instruments {
  return {
    duration: meter.createHistogram(INSTRUMENT.duration, {
      description: 'How long a request took, from its arrival to its reply',
      unit: 's',
      advice: { explicitBucketBoundaries: [...DURATION_BUCKETS] },
    }),
    faults: meter.createCounter(INSTRUMENT.faults, {
      description: 'Failures, also those that nobody waits for',
      unit: '{fault}',
    }),
  };
}
