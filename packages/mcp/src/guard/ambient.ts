import type { Exchange } from '@errata/core/server';

/** Finds what the request at hand came in, where a transport cannot say it by the id; set by whoever knows. */
export const ambient: { find: () => Exchange | undefined } = { find: () => undefined };
