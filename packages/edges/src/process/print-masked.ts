import { GENERIC_DOMAIN, stripInvisible } from '@errata/core/internal';
import type { Contract, Fault, FaultRecord, OnFault } from '@errata/core';

/** Gets each exception that the client was not shown, as text for the author. `false`: nobody does. */
export type OnMasked = ((text: string) => void) | false;

/** The observer that also tells the author about masked exceptions. Default: on stderr, in development. */
export function observeMasked(
  onFault: OnFault | undefined,
  contract: Contract,
  onMasked: OnMasked | undefined = developmentOutput(),
): OnFault | undefined {
  if (onMasked === false) return onFault;
  return (record, fault) => {
    if (isMasked(fault, contract)) onMasked(maskedText(record));
    onFault?.(record, fault);
  };
}

/** Whether the client got our own words in place of an exception's. */
function isMasked({ definition, domain, condition, cause, given }: Fault, contract: Contract) {
  if (cause === undefined || condition === 'validation') return false;
  const { unexpected } = contract.catalog;
  return given.masked === true || domain === GENERIC_DOMAIN || definition === unexpected;
}

/** Secrets are out of a record already. */
function maskedText({ ref, mcp_error_code: reason, tool_name, method, causes }: FaultRecord) {
  const place = tool_name === null ? (method ?? 'a call') : `tool ${tool_name}`;
  const thrown = causes.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
  const text = [`errata: masked in ${place}, the client got ${reason} ${ref}`, ...thrown];
  return `${stripInvisible(text.join('\n  caused by ')).replace('\n  caused by ', '\n  ')}\n`;
}

let output: OnMasked | undefined;

/** stderr with ERRATA_DEV=1 or where it is a terminal; read once. ERRATA_DEV=0 turns it off. */
function developmentOutput(): OnMasked {
  if (output !== undefined) return output;
  const { ERRATA_DEV: wanted } = process.env;
  const isOn = wanted === undefined || wanted === '' ? process.stderr.isTTY : wanted !== '0';
  output = isOn === true && ((text) => void process.stderr.write(text));
  return output;
}
