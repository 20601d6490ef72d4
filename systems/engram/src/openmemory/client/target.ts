import type { Dispatcher } from 'undici';

/** Makes the requests of one service. */
export type Target = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Dispatcher.DispatchOptions;

/** Where requests go, and with which key. No error repeats the url or the key: both may be secret. */
export function createTarget(url: string, apiKey: string | undefined): Target {
  const { origin, prefix } = parse(url);
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('The key of OpenMemory has characters that a header cannot carry.');
  }
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return (method, path, body) => ({
    origin,
    path: `${prefix}${path}`,
    method,
    headers: {
      ...authorization,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

function parse(url: string): { readonly origin: string; readonly prefix: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const known = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
  if (parsed === undefined || !known || `${parsed.username}${parsed.password}` !== '') {
    throw new TypeError(
      'The url of OpenMemory must be like http://127.0.0.1:8080, without a user in it.',
    );
  }
  return { origin: parsed.origin, prefix: parsed.pathname.replace(/\/+$/, '') };
}
