import type { Contract, Era, Redactor, OnFault, Handler } from '@errata/core';
import type { OnMasked } from '@errata/edges/process';
import type { Channel } from '@errata/edges/stdio';
import type { Connection, Expose, OnCall } from '@errata/core/internal';
import type { Prompt } from './prompt.js';
import type { Resource, ResourceTemplate } from './resource.js';
import type { Validator } from './schema/validator.js';
import type { Tool } from './tool.js';

/** Options of a kit. */
export interface KitOptions {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  /** For the model: how to use the server. */
  readonly instructions?: string;
  /** Names, numbers and data of failures. Default: the same as without a contract in `guard`. */
  readonly contract?: Contract;
  /**
   * Where the failure of a tool goes up to 2025-11-25: an error object (`rpc`), a result (`tool`), or a result for known hosts
   * (`by-host`). Default: the contract decides.
   */
  readonly toolFailures?: 'rpc' | 'tool' | 'by-host';
  /** Default: all of MCP's. */
  readonly eras?: readonly Era[];
  // Tools of different arguments live in one list.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly tools?: readonly Tool<any>[];
  readonly resources?: readonly (Resource | ResourceTemplate)[];
  readonly prompts?: readonly Prompt[];
  /** Methods beside those of MCP, such as `admin/add-tool`. */
  readonly methods?: Readonly<Record<string, Handler>>;
  /** Checks arguments and results; default: the small one of the kit. */
  readonly validator?: Validator;
  /** Milliseconds that a tool may take; 0 for no limit. Default: 5,000. */
  readonly deadline?: number;
  /** Requests per connection: so many at once, and so many more each second. Default: no limit. */
  readonly rate?: { readonly burst: number; readonly perSecond: number };
  /** Entries of one page of a list; default: 100. */
  readonly pageSize?: number;
  /** Bytes of one message; default: 1 MiB. */
  readonly maxMessageBytes?: number;
  readonly redactor?: Redactor;
  /** Returns the text of an exception that is meant for the caller. Default: every undeclared exception is masked. */
  readonly expose?: Expose;
  /** Gets each masked exception as text. Default: stderr, at most 50 lines and none beside `onFault`; all with `ERRATA_DEV=1` or where it is a terminal. */
  readonly onMasked?: OnMasked;
  readonly onFault?: OnFault;
  readonly onCall?: OnCall;
}

/** The transport of a connection. */
export interface Peer {
  /** The way to the client outside its requests. */
  readonly channel: Channel;
  /** The revision, if the transport knows it (HTTP); otherwise the messages name it. */
  readonly era?: Era;
}

/** A server without a transport. Connected clients are notified when entries are added or removed. */
export interface Kit {
  readonly options: KitOptions;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  addTool(tool: Tool<any>): void;
  /** The tool of a name. */
  tool(name: string): Tool | undefined;
  /** Whether there was one. */
  removeTool(name: string): boolean;
  addResource(resource: Resource | ResourceTemplate): void;
  removeResource(uri: string): boolean;
  addPrompt(prompt: Prompt): void;
  removePrompt(name: string): boolean;
  /** A connection to one client. */
  open(peer: Peer): Connection;
  /** Ends what clients of 2026-07-28 listen to, in good order, before the wire is closed. */
  endSubscriptions(): void;
}
