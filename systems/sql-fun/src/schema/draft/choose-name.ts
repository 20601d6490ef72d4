const LONGEST = 63;

/**
 * The name that PostgreSQL gives to what is made along with a table: `users_email_key`. Too long a name is cut where it is
 * longest; one that is taken gets a number.
 */
export function chooseName(
  table: string,
  columns: readonly string[],
  label: string,
  isTaken: (name: string) => boolean,
): string {
  for (let pass = 0; ; pass++) {
    const name = compose(table, columns.join('_'), pass === 0 ? label : `${label}${pass}`);
    if (!isTaken(name)) return name;
  }
}

function compose(table: string, columns: string, label: string): string {
  const room = LONGEST - Buffer.byteLength(label) - (columns === '' ? 1 : 2);
  let [first, second] = [Buffer.byteLength(table), Buffer.byteLength(columns)];
  while (first + second > room) {
    if (first > second) first--;
    else second--;
  }
  const parts = [clip(table, first), clip(columns, second), label];
  return parts.filter((part) => part !== '').join('_');
}

/** So many bytes of a text, and no part of a character. */
function clip(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}
