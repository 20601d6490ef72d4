/** Whether only this machine reaches what listens on a host. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/.test(host);
}
