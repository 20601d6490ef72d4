import type { GatewayResult } from '@errata/catalogs/engram';
import type { Redactor } from '@errata/core';
import type { Ref } from '@errata/core/internal';
import type { z } from 'zod';
import type { Logbook, LogbookParts } from '../logbook/logbook.js';
import type { EngramAuditEvent } from '../logbook/write-audit.js';
import type { OpenMemoryClient } from '../openmemory/index.js';
import type { Actor } from '../policy/actor.js';
import type { Redirect } from '../policy/rules.js';
import type { Module } from '../settings/options.js';
import type { Settings } from '../settings/resolve-options.js';
import type { EngramArgumentsOf, ToolName } from './arguments.js';
import type { Lines } from './lines.js';

/** What every tool works with. */
export interface Services {
  readonly settings: Settings;
  readonly logbook: Logbook;
  readonly openMemory: OpenMemoryClient;
  readonly redactor: Redactor;
  /** Called when rows of the outbox are due at once. */
  readonly onRequeued: () => void;
  /** Called for rows of the outbox whose end could not be noted; the worker finds out by itself. */
  readonly onUnsettled: (error: unknown) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a tool works with beside its arguments. */
export interface EngramToolContext extends Services {
  /** Texts in the language of the gateway. */
  readonly lines: Lines;
  readonly actor: Actor;
  /** Whether the connection says who the actor is; an actor whom only the arguments name has no special rights. */
  readonly proven: boolean;
  /** Whether it is the one whose files these are. */
  readonly owner: boolean;
  /** The correlation id of the request. */
  readonly ref: Ref;
  /** Aborts when the caller no longer waits. A write that has begun goes on. */
  readonly signal: AbortSignal;
}

/** What the audit records of a call, beside who made it. */
export type AuditNote = Omit<EngramAuditEvent, 'correlation_id' | 'actor' | 'tool'>;

/** What a tool answers. */
export interface EngramToolOutcome {
  readonly result: GatewayResult;
  /** One line that can stand alone, for the model. */
  readonly line?: string;
  /** What follows it in place of the result as JSON. */
  readonly body?: string;
  /** What is written into the audit now that it is over; nothing if that is done elsewhere. */
  readonly record?: AuditNote;
}

/** A decision against a call: a result, and a record. */
export interface ToolRefusal {
  readonly refused: EngramToolOutcome['result'];
  readonly record: AuditNote;
}

/** A write that may be done. */
export interface WritePlan {
  /** Written before anything is done: what cannot be recorded is not done. */
  readonly decision: AuditNote & { readonly action: 'allow' | Redirect['action'] };
  /** What is written to the logbook together with the decision, or not at all. */
  prepare?(parts: LogbookParts): Promise<void>;
  run(): Promise<EngramToolOutcome>;
}

interface ToolBase<N extends ToolName> {
  readonly name: N;
  readonly title: string;
  /** For the model: when to use it, and what it answers. */
  readonly description: string;
  readonly module: Module;
  /** What the result has beside `ok` and `correlation_id`. */
  readonly output: z.ZodObject;
}

/** A tool that changes nothing. */
export interface ReadTool<N extends ToolName> extends ToolBase<N> {
  readonly effect: 'read';
  run(args: EngramArgumentsOf<N>, context: EngramToolContext): Promise<EngramToolOutcome>;
}

/** A tool that changes something, which the gate does not let it do before the decision is on record. */
export interface WriteTool<N extends ToolName> extends ToolBase<N> {
  readonly effect: 'write';
  /** Whether it may overwrite or remove what is there. */
  readonly destructive: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotent: boolean;
  decide(args: EngramArgumentsOf<N>, context: EngramToolContext): Promise<ToolRefusal | WritePlan>;
}

export type EngramTool<N extends ToolName = ToolName> = ReadTool<N> | WriteTool<N>;

/** A tool of whatever name. */
export type AnyTool = { [N in ToolName]: EngramTool<N> }[ToolName];
