import { isIPv4 } from 'node:net';

/** A server to be judged, as the user named it. */
export type CheckTarget =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | { readonly kind: 'http'; readonly name: string; readonly url: string }
  | { readonly kind: 'tcp'; readonly name: string; readonly host: string; readonly port: number };

/** What is wrong with a target, as one sentence. */
export class TargetError extends Error {
  override readonly name = 'TargetError';
}

/** The words of a command line: white space parts them, quotes and backslashes hold them together. No shell is involved. */
function splitWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]!;
    if (quote === "'" && letter !== "'") word = (word ?? '') + letter;
    else if (letter === '\\' && at + 1 < line.length) word = (word ?? '') + line[++at]!;
    else if (quote !== '' && letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === '' && /\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') throw new TargetError(`a quote ${quote} is not closed in: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** Whether a host is this machine, and no name or address can make it another. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare === 'localhost' || bare === '::1') return true;
  return isIPv4(bare) && bare.startsWith('127.');
}

export interface TargetOptions {
  /** Hosts beside this machine that may be spoken to. */
  readonly allowHosts?: readonly string[];
}

/** What a text names: `http://…`, `tcp://host:port`, or a command in one text. */
export function parseTarget(text: string, options: TargetOptions = {}): CheckTarget {
  if (/^https?:\/\//i.test(text)) {
    const url = toUrl(text);
    assertAllowed(url.hostname, options);
    return { kind: 'http', name: text, url: url.href };
  }
  if (/^tcp:\/\//i.test(text)) {
    const { hostname, port } = toUrl(text);
    if (port === '') throw new TargetError(`${text} has no port: tcp://127.0.0.1:4000`);
    assertAllowed(hostname, options);
    return { kind: 'tcp', name: text, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    throw new TargetError(`${text} is neither http://, https:// nor tcp://`);
  }
  return toCommand(splitWords(text), text);
}

/** A command whose words are known already. */
export function toCommand(words: readonly string[], name = words.join(' ')): CheckTarget {
  const [command, ...args] = words;
  if (command === undefined || command === '') throw new TargetError('the command is empty');
  return { kind: 'stdio', name, command, args };
}

function toUrl(text: string): URL {
  if (!URL.canParse(text)) throw new TargetError(`${text} is no address`);
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new TargetError('an address holds no password here: use --header "Authorization: …"');
  }
  return url;
}

/** A judge abuses what it judges: only this machine, and what the user named on purpose. */
function assertAllowed(host: string, { allowHosts = [] }: TargetOptions): void {
  if (isLoopback(host) || allowHosts.includes(host.replace(/^\[|\]$/g, ''))) return;
  throw new TargetError(
    `${host} is not this machine; if its owner agrees to the abuse, say --allow-host ${host}`,
  );
}
