const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const UNIQUE_VIOLATION = '23505';

export interface UniqueViolation {
  /** Whose values are taken already, where the database says so. */
  readonly columns?: readonly string[];
}

/** What an error says of a value that has to be unique and is not; undefined if it is another error. */
export function uniqueViolation(error: unknown): UniqueViolation | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode, detail } = error as {
    code?: unknown;
    errcode?: unknown;
    detail?: unknown;
  };
  if (code === UNIQUE_VIOLATION) {
    // Key (name, site)=(x, y) already exists.
    return withColumns(
      typeof detail === 'string' ? /^[^(]*\((.+?)\)=\(/.exec(detail)?.[1] : undefined,
    );
  }
  if (errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY) {
    // UNIQUE constraint failed: devices.name, devices.site
    return withColumns(/^[^:]*: (.+)$/.exec(error.message)?.[1]);
  }
  return undefined;
}

function withColumns(list: string | undefined): UniqueViolation {
  if (list === undefined) return {};
  return { columns: list.split(', ').map((column) => column.slice(column.lastIndexOf('.') + 1)) };
}
