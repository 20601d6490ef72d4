import { serveKitOnStdio } from '@errata/kit';
import type { StdioEdge } from '@errata/edges/stdio';
import { createSample, type SampleOptions } from '../sample/index.js';

/** Serve the sample on standard input and output. */
export function serveOnStdio(options: SampleOptions = {}): Promise<StdioEdge> {
  return serveKitOnStdio(createSample(options));
}
