import type { Outcome, RecoveringOptions, RetryEvent } from '../options.js';
import { recovering } from '../recovering.js';
import { toolCall, type AnyClient, type Pair } from './every-pair.js';

export interface ToolResult {
  readonly content: readonly { readonly text: string }[];
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

export type OpenPair = Awaited<ReturnType<typeof openPair>>;

/** A recovering client of a pair, without the differences between the two SDKs. No time passes in its waits: they are written down and over. */
export async function openPair(pair: Pair, options: RecoveringOptions = {}) {
  const { client, close } = await pair.connect();
  const retries: RetryEvent[] = [];
  const sleeps: number[] = [];
  const safe = recovering(
    client as AnyClient & { callTool: (...args: never[]) => Promise<unknown> },
    {
      random: () => 0,
      sleep: async (ms) => {
        sleeps.push(ms);
      },
      onRetry: (event) => retries.push(event),
      ...options,
    },
  );
  const run = (method: unknown, tool: string, given?: CallOptions) =>
    Reflect.apply(method as () => unknown, safe, toolCall(pair.sdk, tool, given));
  return {
    client,
    retries,
    sleeps,
    close,
    call: async (tool: string, given?: CallOptions) =>
      (await run(safe.callTool, tool, given)) as ToolResult,
    tryCall: async (tool: string, given?: CallOptions) =>
      (await run(safe.tryCallTool, tool, given)) as Outcome<ToolResult>,
    getPrompt: (name: string): Promise<unknown> => safe.getPrompt({ name }),
    /** How often the server has run each tool, by its own word. */
    async calls() {
      const result = (await run(client.callTool.bind(client), 'calls')) as ToolResult;
      return JSON.parse(result.content[0]!.text) as Readonly<Record<string, number>>;
    },
  };
}
