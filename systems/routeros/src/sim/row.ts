/** A row as RouterOS shows it: every value is text. */
export type Row = Readonly<Record<string, string>>;

/** The arguments of a request, as text. A map, because their names come from the wire. */
export type Args = ReadonlyMap<string, string>;
