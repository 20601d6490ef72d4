import type { FaultRecord } from '@errata/core';
import { clipText, isRef } from '@errata/core/internal';

/** One line of the journal: the operator's record and when it was written. */
export interface JournalEntry extends FaultRecord {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The record was too long for a line; texts were cut and stacks left out. */
  readonly shortened?: true;
}

/** The most bytes of a line, so that a reader knows how large its buffer must be. */
export const LONGEST_LINE = 1_048_576;

/** A record as one line, without its newline. A record that is too long or has no JSON form is shortened. */
export function encodeEntry(record: FaultRecord, time: string): string {
  return (
    tryEncode({ time, ...record }) ??
    tryEncode({ time, ...withoutStacks(record), shortened: true }) ??
    JSON.stringify({ time, ...essence(record), shortened: true })
  );
}

function tryEncode(entry: JournalEntry): string | undefined {
  try {
    const line = JSON.stringify(entry);
    return Buffer.byteLength(line) < LONGEST_LINE ? line : undefined;
  } catch {
    return undefined; // a context that refers to itself, or a bigint: the next form has less of it
  }
}

function withoutStacks({ stack: _, ...record }: FaultRecord): FaultRecord {
  return { ...record, causes: record.causes.map(({ stack: _, ...cause }) => cause) };
}

function essence({ debug: _, ...record }: FaultRecord): FaultRecord {
  const { method, request_id: id, tool_name: tool } = record;
  const causes = withoutStacks(record).causes;
  return {
    ...withoutStacks(record),
    request_id: id && clipText(id, 256),
    tool_name: tool && clipText(tool, 256),
    ...(method !== undefined && { method: clipText(method, 256) }),
    details: clipText(record.details, 4_096),
    context: {},
    causes: causes.map((cause) => ({ ...cause, message: clipText(cause.message, 4_096) })),
  };
}

/** The entry of a line, or undefined if the line is incomplete or has another format. */
export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined; // a process was killed while it wrote this line
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isMembers: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const CAUSE = { name: isText, message: isText, code: optional(isText), stack: optional(isText) };

const ENTRY = {
  time: isText,
  event: isText,
  ref: isRef as Check,
  request_id: orNull(isText),
  tool_name: orNull(isText),
  error_code: isNumber,
  mcp_error_code: isText,
  details: isText,
  domain: isText,
  category: isText,
  recovery_strategy: isText,
  retryable: isFlag,
  retry_after: optional(isNumber),
  effect: isText,
  era: isText,
  method: optional(isText),
  traceparent: optional(isText),
  context: isMembers,
  debug: optional(isText),
  causes: (value: unknown) =>
    Array.isArray(value) && value.every((cause) => isMembers(cause) && fits(cause, CAUSE)),
  stack: optional(isText),
};

/** Another version of this code may have written the file, so every member that is shown is checked. */
function isEntry(value: unknown): value is JournalEntry {
  return isMembers(value) && fits(value as object, ENTRY);
}

function fits(value: object, checks: Readonly<Record<string, Check>>): boolean {
  return Object.entries(checks).every(([key, check]) =>
    check(Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined),
  );
}
