import { signalOf, type SdkContext } from './sdk-shape.js';

/**
 * A context whose signal also ends at the deadline. The SDK's own controller is left alone: when that is aborted, the SDK sends no
 * reply at all.
 */
export function withSignal(context: SdkContext): {
  readonly context: SdkContext;
  readonly expire: (why: unknown) => void;
} {
  const controller = new AbortController();
  const given = signalOf(context);
  const signal =
    given === undefined ? controller.signal : AbortSignal.any([given, controller.signal]);
  return {
    context:
      context.mcpReq === undefined
        ? { ...context, signal }
        : { ...context, mcpReq: { ...context.mcpReq, signal } },
    expire: (why) => controller.abort(why),
  };
}
