/** A session over HTTP spoken to body by body, because an SDK client cannot send what is wrong. */
export interface HttpSession {
  post(body: string): Promise<{ readonly status: number; readonly text: string }>;
}

const version = '2025-11-25';

export async function openHttpSession(url: string): Promise<HttpSession> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const params = {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: 'peers', version: '1.0.0' },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params });
  const hello = await fetch(url, { method: 'POST', headers, body });
  const id = hello.headers.get('mcp-session-id');
  if (id === null) throw new Error(`No session: ${hello.status} ${await hello.text()}`);
  await hello.text();
  Object.assign(headers, { 'mcp-session-id': id, 'mcp-protocol-version': version });
  const session: HttpSession = {
    post: async (text) => {
      const response = await fetch(url, { method: 'POST', headers, body: text });
      return { status: response.status, text: messageOf(await response.text()) };
    },
  };
  await session.post('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  return session;
}

/** The last message of an event stream, or the body as it is. */
function messageOf(body: string): string {
  const events = body.split('\n').filter((line) => line.startsWith('data: '));
  return events.at(-1)?.slice('data: '.length) ?? body;
}
