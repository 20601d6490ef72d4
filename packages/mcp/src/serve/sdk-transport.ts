/** A message as the SDKs hand it around. */
export interface SdkMessage {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The part of the SDKs' `Transport` that an edge implements. */
export interface SdkTransport {
  start(): Promise<void>;
  send(message: SdkMessage, options?: { relatedRequestId?: string | number }): Promise<void>;
  close(): Promise<void>;
  onmessage?: ((message: SdkMessage, extra?: object) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly sessionId?: string;
}
