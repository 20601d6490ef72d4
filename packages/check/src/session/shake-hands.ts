import type { Era } from '@errata/core';
import type { WireExchange } from '../exchange.js';
import { objectOrEmpty } from '../json/json.js';
import { CLIENT, isModern, writeMessage } from './write-message.js';
import { HttpSession } from './http-session.js';
import type { CheckSession } from './session.js';

/** What the server said of itself when the conversation began. */
export interface Greeting {
  readonly exchange: WireExchange;
  /** The result, where there was one. */
  readonly result: Readonly<Record<string, unknown>> | undefined;
}

/** Begin a conversation as its revision wants it; of those without a handshake, ask what the server is. */
export async function shakeHands(
  session: CheckSession,
  isUnhurried = false,
): Promise<Greeting | undefined> {
  const { era } = session;
  if (era === 'jsonrpc') return undefined;
  if (isModern(era)) return greetingOf(await session.request('server/discover'));
  const greeting = greetingOf(await session.request('initialize', initializeParams(era)));
  if (session instanceof HttpSession) {
    session.sessionId = greeting.exchange.httpAnswers[0]?.headers['mcp-session-id'];
    session.begun = true;
  }
  if (greeting.result !== undefined) {
    const text = writeMessage(era, 'notifications/initialized', undefined, undefined);
    await session.say({ texts: [text], expects: 'silence', ...(!isUnhurried && { grace: 0 }) });
  }
  return greeting;
}

export function initializeParams(era: Era): object {
  return { protocolVersion: era, capabilities: {}, clientInfo: CLIENT };
}

function greetingOf(exchange: WireExchange): Greeting {
  const { result } = objectOrEmpty(exchange.reply?.value);
  const isResult = typeof result === 'object' && result !== null;
  return { exchange, result: isResult ? objectOrEmpty(result) : undefined };
}
