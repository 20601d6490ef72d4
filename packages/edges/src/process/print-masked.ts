import {
  clipText,
  GENERIC_DOMAIN,
  hasOwnText,
  oneLine,
  stripInvisible,
} from '@errata/core/internal';
import type { Contract, Fault, FaultRecord, OnFault } from '@errata/core';

/** Gets each masked exception as text for the author. `false`: none. */
export type OnMasked = ((text: string) => void) | false;

/**
 * The observer that also shows masked exceptions to the author. Default: on stderr. The text for the model says that details are in the
 * server log, so without an `onFault` stderr is that log.
 */
export function observeMasked(
  onFault: OnFault | undefined,
  contract: Contract,
  onMasked?: OnMasked,
  stderr = (shared ??= createMaskedOutput(process)),
): OnFault | undefined {
  const output = typeof onMasked === 'function' ? outputTo(onMasked) : stderr;
  if (onMasked === false || output === undefined) return onFault;
  if (output.isBrief && onMasked === undefined && onFault !== undefined) return onFault;
  const wants = (fault: Fault) => output.isOpen() && isMasked(fault, contract);
  const observe: OnFault = (record, fault) => {
    if (wants(fault)) output.print(record);
    // Returned, because it may be a promise that rejects.
    return onFault?.(record, fault);
  };
  // A cancelled call has no reply, and must not use up the lines.
  const cancelled = onFault;
  // Records are expensive: none is made that is not printed.
  return Object.assign(observe, onFault === undefined ? { wants, cancelled } : { cancelled });
}

/** Where masked exceptions are printed. */
interface MaskedOutput {
  /** One line each, and only without `onFault` and `onMasked`. */
  readonly isBrief: boolean;
  isOpen(): boolean;
  print(record: FaultRecord): void;
}

let shared: MaskedOutput | undefined;

const outputTo = (onMasked: (text: string) => void): MaskedOutput => ({
  isBrief: false,
  isOpen: () => true,
  print: (record) => onMasked(maskedText(record)),
});

const MAX_LINES = 50;
const MAX_LINE = 500;
/** A pipe holds 64 KiB. A host that never reads it would block the process with the first byte more. */
const MAX_BYTES = 48_000;

/** stderr: everything with ERRATA_DEV=1 or where it is a terminal, nothing with ERRATA_DEV=0, else some lines. */
export function createMaskedOutput({
  env: { ERRATA_DEV: wanted = '' },
  stderr,
}: StderrOwner): MaskedOutput | undefined {
  if (wanted === '0') return undefined;
  if (wanted !== '' || stderr.isTTY === true) return outputTo((text) => void stderr.write(text));
  let lines = 0;
  let bytes = 0;
  const isOpen = () => lines < MAX_LINES && bytes < MAX_BYTES;
  return {
    isBrief: true,
    isOpen,
    print(record) {
      const line = `${clipText(maskedLine(record), MAX_LINE)}\n`;
      lines++;
      bytes += Buffer.byteLength(line);
      stderr.write(isOpen() ? line : `${line}${LAST_LINE}`);
    },
  };
}

interface StderrOwner {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stderr: { readonly isTTY?: boolean; write(text: string): unknown };
}

const LAST_LINE =
  'errata: further masked exceptions are not printed. The option onFault gets all of them\n';

/** Whether the client got our own words in place of an exception's. */
function isMasked(fault: Fault, contract: Contract) {
  const { definition, domain, condition, cause, given } = fault;
  if (cause === undefined || condition === 'validation' || hasOwnText(fault)) return false;
  const { unexpected } = contract.catalog;
  return given.masked === true || domain === GENERIC_DOMAIN || definition === unexpected;
}

/** A record has no secrets any more. */
function maskedText(record: FaultRecord): string {
  const thrown = record.causes.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
  const text = [headOf(record), ...thrown].join('\n  caused by ');
  return `${stripInvisible(text).replace('\n  caused by ', '\n  ')}\n`;
}

/** The same without stacks. */
function maskedLine(record: FaultRecord): string {
  const thrown = record.causes.map(({ name, message }) => `${name}: ${message}`);
  return oneLine(stripInvisible(`${headOf(record)}: ${thrown.join(', caused by ')}`));
}

function headOf({ ref, mcp_error_code: reason, tool_name, method }: FaultRecord): string {
  const place = tool_name === null ? (method ?? 'a call') : `tool ${tool_name}`;
  return `errata: masked in ${place}, the client got ${reason} ${ref}`;
}
