import { membersOf, parseJson } from '../../json/json.js';
import { idTextOf } from '../../session/sort-heard.js';
import type { Hands, Hooks } from '../breakage.js';

/** Hooks that change only what is answered to some texts: under their ids, or without one where there is none to be read. */
export function replyTo(
  isOne: (text: string) => boolean,
  change: (reply: string, hands: Hands) => string | undefined,
): Hooks {
  let due = 0;
  return {
    incoming(text) {
      if (isOne(text)) due += 1;
      return text;
    },
    outgoing(text, request, hands) {
      if (due === 0 || !isReply(text, request, isOne)) return text;
      due -= 1;
      return change(text, hands);
    },
  };
}

function isReply(
  text: string,
  request: string | undefined,
  isOne: (text: string) => boolean,
): boolean {
  if (request !== undefined) return isOne(request);
  const id = idTextOf(text);
  const isNotification = Object.hasOwn(membersOf(parseJson(text)), 'method');
  return !isNotification && (id === undefined || id === 'null');
}

/** Hooks of a server that does not see some texts at all. */
export function deafTo(isOne: (text: string) => boolean): Hooks {
  return { incoming: (text) => (isOne(text) ? undefined : text) };
}

/** Hooks of a server that takes some texts for others. */
export function takes(isOne: (text: string) => boolean, as: (text: string) => string): Hooks {
  return { incoming: (text) => (isOne(text) ? as(text) : text) };
}
