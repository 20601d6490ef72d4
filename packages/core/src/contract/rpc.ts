import { byteLength, type Fault } from '../fault/index.js';
import { cleanData, cleanText } from './clean.js';
import type { Contract } from './define-contract.js';
import type { View } from './view.js';

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
  const { dataBytes } = view.budget;
  if (json.length * 3 > dataBytes && byteLength(json) > dataBytes) return undefined;
  return view.redactor.suspicious(json) ? undefined : json;
}

function slowJson(code: number, message: string, data: object | undefined, view: View): string {
  const { dataBytes } = view.budget;
  const head = { code, message: cleanData(cleanText(message, view), dataBytes >> 2, view) };
  if (data === undefined) return JSON.stringify(head);
  const room = dataBytes - byteLength(JSON.stringify(head)) - 16;
  return JSON.stringify({ ...head, data: cleanData(data, room, view) });
}
