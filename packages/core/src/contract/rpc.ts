import { toJson, type WireError } from '../codec/index.js';
import { byteLength, redactFault, type Definition, type Fault } from '../fault/index.js';
import { createBareText, joinBareText, type BareText } from './bare-text.js';
import { cleanData, cleanText, isCleanJson, settled, viewOfOwn } from './clean.js';
import type { Contract } from './define-contract.js';
import type { View } from './view.js';

/** Writes error objects of JSON-RPC §5.1 for one contract and view. Never throws. */
export type RpcWriter = (fault: Fault) => string;

/** A writer that remembers what each definition's error objects have in common. */
export function createRpcWriter(contract: Contract, view: View): RpcWriter {
  const { redactor } = view;
  const known = new Map<Definition, BareText>();
  let revision = redactor.revision;
  const bareTextOf = (fault: Fault): BareText | undefined => {
    // A secret that was registered since then may occur in what was found clean.
    if (revision !== redactor.revision) {
      known.clear();
      revision = redactor.revision;
    }
    const { definition } = fault;
    const found = known.get(definition);
    if (found !== undefined) return found;
    const made = prepare(fault, contract, view);
    if (made !== undefined) known.set(definition, made);
    return made;
  };
  return (fault) => {
    const plain = fault.given.message === undefined && fault.given.masked !== true;
    const bare = contract.bare && plain ? bareTextOf(fault) : undefined;
    const members = bare?.members(fault);
    return bare !== undefined && members !== undefined && isCleanJson(members, view)
      ? joinBareText(bare.head, members)
      : toRpcErrorJson(fault, contract, view);
  };
}

function prepare(fault: Fault, contract: Contract, view: View): BareText | undefined {
  if (typeof fault.definition.condition === 'function') return undefined;
  const bare = createBareText(fault.definition, contract.number(fault, view.era));
  return isCleanJson(bare.head, view) ? bare : undefined;
}

/** An error object, and its JSON. */
interface RpcError {
  readonly object: WireError;
  readonly text: string;
}

/** The error object of JSON-RPC §5.1, for callers that write their replies themselves. Never throws. */
export function toRpcError(fault: Fault, contract: Contract, view: View): WireError {
  return settled(render(fault, contract, view));
}

/** Its JSON alone. Never throws. */
export function toRpcErrorJson(fault: Fault, contract: Contract, view: View): string {
  return render(fault, contract, view).text;
}

function render(fault: Fault, contract: Contract, view: View): RpcError {
  const code = contract.number(fault, view.era);
  try {
    const told = redactFault(fault, view.redactor);
    const message = contract.message(told, view);
    const data = contract.data(told, view);
    return (
      fast(code, message, data, view) ?? slow(code, message, data, viewOfOwn(told, [message], view))
    );
  } catch {
    // The contract's own message or shape failed on this fault: the peer still gets the number and the title.
    return slow(code, fault.definition.title, undefined, view);
  }
}

/** Most replies are short and have nothing to hide: they are written once and looked over once. */
function fast(
  code: number,
  message: string,
  data: object | undefined,
  view: View,
): RpcError | undefined {
  const object = data === undefined ? { code, message } : { code, message, data };
  const text = toJson(object);
  // A BigInt or a cycle in the context has no JSON form.
  return text !== undefined && isCleanJson(text, view) ? { object, text } : undefined;
}

function slow(code: number, message: string, data: object | undefined, view: View): RpcError {
  const { dataBytes } = view.budget;
  const clean = cleanData(cleanText(message, view), dataBytes >> 2, view) as string;
  const head: WireError = { code, message: clean };
  const text = JSON.stringify(head);
  if (data === undefined) return { object: head, text };
  const room = dataBytes - byteLength(text) - 16;
  const object = { ...head, data: cleanData(data, room, view) };
  return { object, text: JSON.stringify(object) };
}
