import { request, type Agent, type IncomingMessage } from 'node:http';
import { once } from 'node:events';

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Where it comes from, for adapters without a socket. */
  readonly address?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Send one request and read its whole answer. */
export async function exchange(url: string, sent: Sent, agent?: Agent): Promise<Received> {
  const response = await begin(url, sent, agent);
  let body = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => (body += chunk));
  await once(response, 'end');
  return { status: response.statusCode!, headers: flat(response), body };
}

/** Send one request and wait for the head of its answer only. */
export function begin(
  url: string,
  { method = 'POST', headers = {}, body }: Sent,
  agent: Agent | undefined = undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      { method, headers: { ...headers }, agent: agent ?? false },
      resolve,
    );
    outgoing.on('error', reject);
    if (body !== undefined && outgoing.getHeader('transfer-encoding') === undefined) {
      outgoing.setHeader('content-length', Buffer.byteLength(body));
    }
    outgoing.end(body);
  });
}

/** The data of the events on a stream, as they come. */
export async function* eventsOf(response: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield text.slice(0, end);
      text = text.slice(end + 2);
    }
  }
}

function flat({ headers }: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
