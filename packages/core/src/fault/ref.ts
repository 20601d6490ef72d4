/** The correlation id of one failure: `corr-` and 16 hexadecimal digits. */
export type Ref = `corr-${string}`;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const POOL_BYTES = 4096;

let pool: Uint8Array | undefined;
let used = POOL_BYTES;

/** Make a ref. Randomness is drawn in blocks: one system call would cost more than the rest of the error path. */
export function createRef(): Ref {
  if (used === POOL_BYTES) {
    pool ??= new Uint8Array(POOL_BYTES);
    crypto.getRandomValues(pool);
    used = 0;
  }
  let hex = '';
  for (const end = used + 8; used < end; used++) hex += HEX[pool![used]!];
  return `corr-${hex}`;
}

export function isRef(value: unknown): value is Ref {
  return typeof value === 'string' && /^corr-[0-9a-f]{16}$/.test(value);
}
