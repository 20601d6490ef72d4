const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** A URL that keys may be read from: whoever could change them on the way could sign tokens. */
export function parseSecureUrl(text: string, name: string): URL {
  if (!URL.canParse(text)) throw new TypeError(`${name} has to be a URL`);
  const url = new URL(text);
  if (url.protocol === 'https:') return url;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return url;
  throw new TypeError(`${name} has to be https:, or http: on this machine`);
}
