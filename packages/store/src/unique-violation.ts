const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const UNIQUE_VIOLATION = '23505';

export interface UniqueViolation {
  /** The columns whose values already exist, if the database names them. */
  readonly columns?: readonly string[];
}

/** The columns of a unique violation; undefined for any other error. */
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
