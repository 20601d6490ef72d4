import type { ChildCommand } from './child.js';
import { stdio } from './drivers.js';
import { ClientV1, ClientV2, HttpV1, HttpV2, StdioV1, StdioV2 } from './sdk-clients.js';

/** What a client heard unasked. */
export interface ReceivedMessage {
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
}

type Json = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
  }) => void;
  readonly signal?: AbortSignal;
  /** Beside the arguments, as it is on the wire. */
  readonly meta?: Json;
}

/** A client of an SDK, as far as a server on the kit is asked; the same for all of them. */
export interface KitClient {
  readonly revision: string | undefined;
  /** Progress is not among it. */
  readonly received: readonly ReceivedMessage[];
  described(): unknown;
  /** One page of the tools. */
  tools(cursor?: string): Promise<{
    readonly tools: readonly { readonly name: string }[];
    readonly nextCursor?: string | undefined;
  }>;
  call(name: string, args?: Json, options?: CallOptions): Promise<Json>;
  resources(): Promise<{ readonly resources: readonly Json[] }>;
  read(uri: string): Promise<Json>;
  prompt(name: string, args: Record<string, string>): Promise<Json>;
  complete(prompt: string, argument: string, typed: string): Promise<readonly string[]>;
  /** From now on it hears of changes of this resource and of the lists; what it gives ends that. */
  watch(uri: string): Promise<() => Promise<void>>;
  setLogLevel(level: 'debug' | 'error'): Promise<unknown>;
  close(): Promise<void>;
}

/** Which client, and which revision it is to speak. */
export type KitClientKind = 'v1' | 'v2 legacy' | 'v2 modern';

const info = { name: 'peers', version: '1.0.0' };

/** Connects a client to a process or an address. */
export function connectKitClient(
  kind: KitClientKind,
  target: ChildCommand | URL,
): Promise<KitClient> {
  return kind === 'v1' ? connectV1(target) : connectV2(target, kind === 'v2 modern');
}

async function connectV1(target: ChildCommand | URL): Promise<KitClient> {
  const client = new ClientV1(info);
  // The SDK's own types do not agree with each other under exactOptionalPropertyTypes.
  const transport = (
    target instanceof URL ? new HttpV1(target) : new StdioV1(stdio(target))
  ) as StdioV1 & { setProtocolVersion?: (version: string) => void };
  let revision: string | undefined;
  const agree = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (version) => {
    revision = version;
    agree?.(version);
  };
  await client.connect(transport);
  return {
    ...common(client),
    revision,
    tools: (cursor) => client.listTools({ cursor }),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool(callOf(name, args, meta), undefined, options),
    watch: async (uri) => {
      await client.subscribeResource({ uri });
      return async () => void (await client.unsubscribeResource({ uri }));
    },
  };
}

async function connectV2(target: ChildCommand | URL, modern: boolean): Promise<KitClient> {
  const mode = modern ? 'auto' : 'legacy';
  const client = new ClientV2(info, { versionNegotiation: { mode } });
  await client.connect(target instanceof URL ? new HttpV2(target) : new StdioV2(stdio(target)));
  return {
    ...common(client),
    revision: client.getNegotiatedProtocolVersion(),
    // Its own listTools gives all pages as one.
    tools: (cursor) =>
      client.request({ method: 'tools/list', params: cursor === undefined ? {} : { cursor } }),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool(callOf(name, args, meta), options),
    watch: async (uri) => {
      if (!modern) {
        await client.subscribeResource({ uri });
        return async () => void (await client.unsubscribeResource({ uri }));
      }
      const lists = { toolsListChanged: true, promptsListChanged: true };
      const subscription = await client.listen({ ...lists, resourceSubscriptions: [uri] });
      return () => subscription.close();
    },
  };
}

function callOf(name: string, args: Json, meta: Json | undefined) {
  return { name, arguments: args, ...(meta && { _meta: meta }) };
}

/** What both SDKs call by the same names. */
function common(client: ClientV1 | ClientV2) {
  const received: ReceivedMessage[] = [];
  client.fallbackNotificationHandler = async (notification) => void received.push(notification);
  return {
    received,
    described: () => ({
      server: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      instructions: client.getInstructions(),
    }),
    resources: () => client.listResources(),
    read: (uri: string) => client.readResource({ uri }),
    prompt: (name: string, args: Record<string, string>) =>
      client.getPrompt({ name, arguments: args }),
    complete: async (prompt: string, name: string, value: string) => {
      const ref = { type: 'ref/prompt', name: prompt } as const;
      return (await client.complete({ ref, argument: { name, value } })).completion.values;
    },
    setLogLevel: (level: 'debug' | 'error') => client.setLoggingLevel(level),
    close: () => client.close(),
  };
}
