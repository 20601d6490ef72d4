/** What to do about a failure whose own advice depends on the occurrence, or that has none. */
export const ADVICE: Readonly<Record<string, string>> = {
  SERVER_NOT_REACHABLE: '`details` has the reason: see [troubleshooting](#troubleshooting)',
  INTERNAL_PANIC: 'Ask again; if it comes again, ask for less, and tell the operator the name',
  SCHEMA_IO_FAILURE:
    'Look at the file or folder that `target` and `name` tell; `error_type` says what the system said of it',
  MISSING_PARAMETER: 'Correct the parameter that `name` has, as `details` says',
  MCP_NOT_ALLOWED:
    'Use what `list_objects` lists, or [expose more](#what-mcp-may-see); for the target `context`, `--allow-context mcp`',
  COLUMN_NOT_FOUND: 'Take one of the names in `details`, or ask `get_columns`',
};
