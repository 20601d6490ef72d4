/** `host:port`; an address of IPv6 gets its brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The url of what listens there. */
export function httpUrl(host: string, port: number, path = ''): string {
  return `http://${hostAndPort(host, port)}${path}`;
}
