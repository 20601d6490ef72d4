/** Bytes of an answer that are read at most. */
export const MAX_BODY = 16 * 1024 * 1024;
