/** How requests may name the host of a service that clients know by a url, as they do behind a proxy; undefined without one. */
export function hostsOf(url: string | undefined): readonly string[] | undefined {
  return url === undefined ? undefined : ['localhost', '127.0.0.1', '[::1]', new URL(url).hostname];
}
