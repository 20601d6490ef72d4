import { scanId, membersOf } from '@errata/core/internal';
import type { Contract, Era } from '@errata/core';
import type { Answer } from '../wire/wire.js';

/** What is wrong with the id of a reply; undefined where it is right or nothing can be said. */
export function wrongId(answer: Answer, contract: Contract, era: Era): string | undefined {
  const { sent, text, message, status } = answer;
  if (sent === undefined) return undefined;
  const members = membersOf(message);
  const received = scanId(text);
  const nameless =
    contract.unreadableId(era) === 'null' ? members['id'] === null : !Object.hasOwn(members, 'id');
  const asked = scanId(sent);
  if (asked !== undefined && received === asked) return undefined;
  // A text that is broken may still show its id, and what HTTP refuses is refused before it is read.
  const readable = asked !== undefined && asked !== 'null' && isJson(sent);
  const refused = status !== undefined && status >= 400;
  if (nameless && (!readable || refused)) return undefined;
  return `the id is ${received ?? 'not there'}, not ${readable ? asked : contract.unreadableId(era)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // what is broken has no id that a server must read
  }
}
