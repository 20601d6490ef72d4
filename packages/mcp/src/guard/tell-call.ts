import type { Call, OnCall } from '@errata/core/server';
import type { SdkContext, SdkRequest } from './sdk-shape.js';

/** When a request came in, for whoever measures. */
const STARTED = new WeakMap<SdkContext, number>();

export function markStart(context: SdkContext): void {
  STARTED.set(context, Date.now());
}

/** Tell of a request that was answered, and of what it failed with. */
export function tellCall(
  onCall: OnCall,
  { method, params }: SdkRequest,
  context: SdkContext,
  call?: Call,
): void {
  const tool = method === 'tools/call' ? params?.['name'] : undefined;
  try {
    const told: unknown = onCall({
      method,
      ...(typeof tool === 'string' && { tool }),
      milliseconds: Date.now() - (STARTED.get(context) ?? Date.now()),
      ...(call?.fault !== undefined && { fault: call.fault }),
    });
    if (told instanceof Promise) told.catch(() => undefined);
  } catch {
    // An observer that fails must not cost anyone a reply.
  }
}
