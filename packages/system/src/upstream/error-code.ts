/** The code of an exception of Node or undici; empty where it has none. */
export function errorCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? code : '';
}

/** What broke a connection, as the system calls it: the codes of the HTTP client mean nothing to whoever reads them. */
export function errorTypeOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'ETIMEDOUT';
  return code === '' || code.startsWith('UND_ERR_') ? 'ECONNRESET' : code;
}

/** Whether we ended it ourselves, by closing our side. */
export function isClosing(error: unknown): boolean {
  return ['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(errorCode(error));
}
