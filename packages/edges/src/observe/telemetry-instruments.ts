import { DURATION_BUCKETS, INSTRUMENT } from './telemetry-names.js';

export type Labels = Record<string, string>;

/** What is used of a meter of `@opentelemetry/api`. */
export interface MeterLike {
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

export interface Instruments {
  readonly duration: ReturnType<MeterLike['createHistogram']>;
  readonly faults: ReturnType<MeterLike['createCounter']>;
}

const SCOPE = '@errata/edges';

/**
 * The instruments, made when first used. Before the SDK is started the API hands out a meter that does nothing, and
 * instruments of it would do nothing for ever; so the meter is asked for each time, and another one means new instruments.
 */
export function createInstruments(metrics: MetricsLike): () => Instruments {
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
