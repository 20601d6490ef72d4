/**
 * What guard touches of an SDK server, v1 (1.24 and later) and v2 alike. Both keep their handlers in a map, and both run a tool
 * through these two methods of `McpServer`. Nothing of the SDK is imported: a second copy of it in the same process is
 * served as well, and who uses one version need not install the other.
 */
export interface ProtocolLike {
  readonly _requestHandlers: Map<string, SdkHandler>;
  fallbackRequestHandler?: SdkHandler | undefined;
  /** Where both send every request that comes in. */
  _onrequest(request: SdkInbound, extra?: SdkExtra): void;
  connect(transport: TransportLike): Promise<void>;
  close(): Promise<void>;
  readonly transport?: TransportLike | undefined;
  /** The same, which both read when a request comes in, and send its reply to. */
  _transport?: TransportLike | undefined;
  readonly onerror?: ((error: Error) => void) | undefined;
  /** Only v2 has these: the revision that this server speaks now, and what judges requests by it. */
  readonly _negotiatedProtocolVersion?: unknown;
  _negotiatedWireCodec?(): WireCodecLike;
  readonly _customSchemaRequestMethods?: ReadonlySet<string>;
}

/** What v2 reads the messages of one revision by. */
export interface WireCodecLike {
  validateRequest(
    method: string,
    request: unknown,
  ): { readonly ok: boolean; readonly reason?: string; readonly message?: string };
}

/** A server of either SDK: `McpServer` or `Server`. */
export interface SdkServer {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
}

/** The high-level server around it. */
export interface McpServerLike {
  readonly server: ProtocolLike;
  readonly _maxToolInputElements?: number | undefined;
  readonly _registeredTools: Readonly<Record<string, RegisteredTool>>;
  readonly _registeredPrompts: Readonly<Record<string, RegisteredPrompt>>;
  readonly _registeredResources: Readonly<Record<string, unknown>>;
  readonly _registeredResourceTemplates: Readonly<Record<string, RegisteredTemplate>>;
  executeToolHandler(tool: RegisteredTool, args: unknown, context: SdkContext): Promise<unknown>;
  /** Awaited by the SDK, so that a patch may give a value at once. */
  validateToolInput(tool: RegisteredTool, args: unknown, name: string): unknown;
}

export type SdkHandler = (request: SdkRequest, context: SdkContext) => Promise<unknown>;

export interface SdkRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A request as it comes in. */
export interface SdkInbound extends SdkRequest {
  readonly jsonrpc?: unknown;
  readonly id: string | number;
}

/** A message as it leaves through a transport. */
export interface Outbound {
  readonly id?: string | number | null;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What a transport says beside a message; v2 has the HTTP request there. */
export interface SdkExtra {
  readonly request?: object;
}

/** The context of a request: v1 has the id at the top, v2 in `mcpReq`. */
export interface SdkContext {
  readonly sessionId?: string;
  readonly requestId?: string | number;
  readonly signal?: AbortSignal;
  readonly requestInfo?: { readonly headers?: Readonly<Record<string, unknown>> };
  readonly mcpReq?: {
    readonly id: string | number;
    readonly signal: AbortSignal;
    readonly envelope?: Readonly<Record<string, unknown>>;
  };
  readonly http?: { readonly req?: { readonly headers?: { get(name: string): string | null } } };
}

export interface TransportLike {
  send(message: object, options?: unknown): Promise<void>;
  close(): Promise<void>;
  readonly sessionId?: string | undefined;
  /** Only the transport of v2 for one HTTP request has it. */
  readonly handleMessage?: unknown;
  /** What `serveStdio` of v2 connects a server to has the transport behind it. */
  readonly _wire?: unknown;
}

/** The stdio transport of either SDK. */
export interface LineTransportLike {
  readonly _readBuffer: LineReaderLike;
  readonly _stdout: { write(text: string): unknown };
  onmessage?: ((message: object) => void) | undefined;
}

/** What it reads lines with: null where there is none, or none that it takes. */
export interface LineReaderLike {
  _buffer?: Buffer | undefined;
  readonly _maxBufferSize?: number;
  append(chunk: Buffer): void;
  readMessage(): object | null;
}

export interface RegisteredTool {
  /** v1: a function, or an object with `createTask`. */
  readonly handler?: unknown;
  readonly enabled?: boolean;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly execution?: { readonly taskSupport?: unknown };
  readonly annotations?: { readonly readOnlyHint?: unknown; readonly destructiveHint?: unknown };
}

export interface RegisteredPrompt {
  readonly enabled?: boolean;
  readonly argsSchema?: unknown;
}

export interface RegisteredTemplate {
  readonly resourceTemplate: { readonly uriTemplate: { match(uri: string): unknown } };
}

/** The parts of whatever was handed to guard, or a sentence about what it should have been. */
export function partsOf(given: unknown): {
  readonly protocol: ProtocolLike;
  readonly mcp: McpServerLike | undefined;
} {
  if (isProtocol(given)) return { protocol: given, mcp: undefined };
  const { server } = (given ?? {}) as { server?: unknown };
  if (isProtocol(server) && isMcpServer(given)) return { protocol: server, mcp: given };
  throw new TypeError(
    'guard() takes an McpServer or Server of @modelcontextprotocol/sdk 1.24 or later, or of @modelcontextprotocol/server 2',
  );
}

function isProtocol(value: unknown): value is ProtocolLike {
  const {
    _requestHandlers: handlers,
    _onrequest,
    connect,
  } = (value ?? {}) as Partial<ProtocolLike>;
  return (
    handlers instanceof Map && typeof connect === 'function' && typeof _onrequest === 'function'
  );
}

function isMcpServer(value: unknown): value is McpServerLike {
  const server = value as Partial<McpServerLike>;
  return (
    typeof server.executeToolHandler === 'function' &&
    typeof server.validateToolInput === 'function' &&
    typeof server._registeredTools === 'object'
  );
}

export function requestIdOf(context: SdkContext): string | number | undefined {
  return context.mcpReq === undefined ? context.requestId : context.mcpReq.id;
}

export function signalOf(context: SdkContext): AbortSignal | undefined {
  return context.mcpReq === undefined ? context.signal : context.mcpReq.signal;
}
