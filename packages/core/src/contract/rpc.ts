import { toJson, type WireError } from '../codec/index.js';
import {
  byteLength,
  isPlain as isPlainText,
  redactFault,
  registeredIn,
  type Definition,
  type Fault,
} from '../fault/index.js';
import { cleanData, cleanText, isCleanJson, settled, viewOfOwn } from './clean.js';
import type { Contract } from './define-contract.js';
import {
  appendPlain,
  FIRST,
  plainKey,
  spellKey,
  TEXT,
  VALUE,
  type Last,
  type SpelledKey,
} from './plain-json.js';
import type { View } from './view.js';

/** Writes error objects of JSON-RPC §5.1 for one contract and view. Never throws. */
export type RpcWriter = (fault: Fault) => string;

/** The error objects of one definition that are title and declared fields alone. */
interface BareError {
  /** Code and title, which all of them share. */
  readonly head: string;
  readonly names: readonly string[];
  readonly keys: readonly SpelledKey[];
  /** Whether no name is that of a secret. */
  readonly isPlain: boolean;
}

/** A writer that remembers what each definition's error objects have in common. */
export function createRpcWriter(contract: Contract, view: View): RpcWriter {
  const { redactor } = view;
  const known = new Map<Definition, BareError>();
  const holdsRegistered = registeredIn(redactor);
  let revision = redactor.revision;
  const bareErrorOf = (fault: Fault): BareError | undefined => {
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

  /** The members of `data`, if they may leave as they are. Throws what a getter of the context throws. */
  const membersOf = ({ names, keys, isPlain }: BareError, context: object): string | undefined => {
    // Own members only; `prepare` leaves out names that every object has.
    if (Object.getPrototypeOf(context) !== Object.prototype) return undefined;
    const values = context as Readonly<Record<string, unknown>>;
    let allPlain = isPlain && holdsRegistered !== undefined;
    let text = '';
    let last: Last = FIRST;
    for (let i = 0; i < names.length; i++) {
      const value = values[names[i]!];
      if (value === undefined) continue;
      const key = keys[i]!;
      if (typeof value === 'string' && isPlainText(value)) {
        text = text + key[last + 1]! + value;
        last = TEXT;
        continue;
      }
      // Half of most fields are numbers: a call for each would take as long as all of their digits.
      if (typeof value === 'number' && Number.isFinite(value)) {
        text = text + key[last]! + value;
        last = VALUE;
        continue;
      }
      text += key[last]!;
      last = VALUE;
      const longer = appendPlain(text, value);
      if (longer !== undefined) {
        text = longer;
        continue;
      }
      const json = toJson(value);
      if (json === undefined) return undefined;
      text += json;
      allPlain = false;
    }
    if (last === TEXT) text += '"';
    const isClean =
      allPlain && text.length * 4 <= view.budget.dataBytes
        ? !holdsRegistered!(text)
        : isCleanJson(text, view);
    return isClean ? text : undefined;
  };

  return (fault) => {
    const isBare =
      contract.bare && fault.given.message === undefined && fault.given.masked !== true;
    try {
      const bare = isBare ? bareErrorOf(fault) : undefined;
      const members = bare && membersOf(bare, fault.context);
      if (members === '') return `${bare!.head}}`;
      if (members !== undefined) return `${bare!.head},"data":{${members}}}`;
    } catch {
      // A getter of the context failed: the long way says what can still be said.
    }
    return toRpcErrorJson(fault, contract, view);
  };
}

/** Undefined where an error object depends on more than definition and declared fields. */
function prepare(fault: Fault, contract: Contract, view: View): BareError | undefined {
  const { title, fields, condition } = fault.definition;
  if (typeof condition === 'function' || condition === 'resource-not-found') return undefined;
  const code = contract.number(fault, view.era);
  const head = JSON.stringify({ code, message: title }).slice(0, -1);
  const names = fields.map(({ name }) => name);
  if (!isCleanJson(head, view) || names.some((name) => name in Object.prototype)) return undefined;
  const isPlain = names.every((name) => plainKey(name) !== undefined);
  return { head, names, keys: names.map(spellKey), isPlain };
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
    const redacted = redactFault(fault, view.redactor);
    const message = contract.message(redacted, view);
    const data = contract.data(redacted, view);
    return (
      fast(code, message, data, view) ??
      slow(code, message, data, viewOfOwn(redacted, [message], view))
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
