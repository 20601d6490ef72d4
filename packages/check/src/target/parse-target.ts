import { isLoopback } from './is-loopback.js';
import { splitWords } from './split-words.js';
import { TargetError, type Target } from './target.js';

export interface TargetOptions {
  /** Hosts beside this machine that may be spoken to. */
  readonly allowHosts?: readonly string[];
}

/** What a text names: `http://…`, `tcp://host:port`, or a command in one text. */
export function parseTarget(text: string, options: TargetOptions = {}): Target {
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
export function toCommand(words: readonly string[], name = words.join(' ')): Target {
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
