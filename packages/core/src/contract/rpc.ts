import { byteLength, type Definition, type Fault } from '../fault/index.js';
import { createBareText, type BareText } from './bare-text.js';
import { cleanData, cleanText } from './clean.js';
import type { Contract } from './define-contract.js';
import type { View } from './view.js';

/** Writes error objects of JSON-RPC §5.1 for one contract and view. Never throws. */
export type RpcWriter = (fault: Fault) => string;

/** A writer that remembers what each definition's error objects have in common. */
export function createRpcWriter(contract: Contract, view: View): RpcWriter {
  if (!contract.bare) return (fault) => toRpcErrorJson(fault, contract, view);
  const known = new Map<Definition, BareText | undefined>();
  return (fault) => {
    const { definition } = fault;
    if (!known.has(definition)) known.set(definition, bareTextOf(fault, contract, view));
    const json = known.get(definition)?.(fault);
    return json !== undefined && isClean(json, view) ? json : toRpcErrorJson(fault, contract, view);
  };
}

function bareTextOf(fault: Fault, contract: Contract, view: View): BareText | undefined {
  const { definition } = fault;
  return typeof definition.condition === 'function'
    ? undefined
    : createBareText(definition, contract.number(fault, view.era));
}

/** The JSON text of the error object of JSON-RPC §5.1. Never throws. */
export function toRpcErrorJson(fault: Fault, contract: Contract, view: View): string {
  try {
    const code = contract.number(fault, view.era);
    const message = contract.message(fault, view);
    const data = contract.data(fault, view);
    return fastJson(code, message, data, view) ?? slowJson(code, message, data, view);
  } catch {
    // A template of the catalog failed on this context: the peer still gets the number and the title.
    return slowJson(fault.code, fault.definition.title, undefined, view);
  }
}

/** Most replies are short and have nothing to hide: they are written once and looked over once. */
function fastJson(
  code: number,
  message: string,
  data: object | undefined,
  view: View,
): string | undefined {
  let json: string;
  try {
    json = JSON.stringify(data === undefined ? { code, message } : { code, message, data });
  } catch {
    return undefined; // a BigInt or a cycle in the context
  }
  return isClean(json, view) ? json : undefined;
}

/** Whether a text may leave as it is: short enough, and without anything that looks like a secret. */
function isClean(json: string, { budget, redactor }: View): boolean {
  if (json.length * 3 > budget.dataBytes && byteLength(json) > budget.dataBytes) return false;
  return !redactor.suspicious(json);
}

function slowJson(code: number, message: string, data: object | undefined, view: View): string {
  const { dataBytes } = view.budget;
  const head = { code, message: cleanData(cleanText(message, view), dataBytes >> 2, view) };
  if (data === undefined) return JSON.stringify(head);
  const room = dataBytes - byteLength(JSON.stringify(head)) - 16;
  return JSON.stringify({ ...head, data: cleanData(data, room, view) });
}
