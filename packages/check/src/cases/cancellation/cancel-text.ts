/** What takes back a request; params as they are, so that they can be malformed. */
export function cancelText(params: object | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
}
