import type { ReasonName } from '@errata/catalogs/engram';

/** What has really happened where a reason is given. */
export const CAUSES: Readonly<Record<ReasonName, string>> = {
  PARSE_ERROR: 'The message is not valid JSON: it is cut off, or not UTF-8',
  INVALID_REQUEST:
    'The message is JSON but not a valid request: `jsonrpc` is missing, `method` is not a string, `params` is not an object, or the batch is empty. Over HTTP also: the session is missing',
  METHOD_NOT_FOUND: 'A method that the gateway does not have, such as `tool/list`',
  MISSING_REQUIRED_PARAM:
    '`tools/call` without `name`, or a tool without an argument that it needs',
  INVALID_PARAM_TYPE: 'An argument of another type, such as `"top_k":"ten"`',
  INVALID_PARAM_VALUE:
    'An argument out of bounds, an argument that the tool does not have, a hash that is not that of the content, or an `actor` other than the owner of the token',
  UNKNOWN_TOOL: '`tools/call` with a name that `tools/list` does not have',
  POLICY_REJECT:
    'A rule against searching or deleting: a space that does not exist, the private space of somebody else, or a shared space that is closed to writing (`retryable`). `memory_store` answers with a result instead',
  AUTH_FAILED: 'HTTP without a token, or with one that the gateway does not know',
  ACTOR_UNKNOWN:
    'A call that does not say who is asking; or somebody who is not registered, with `--unknown-actor reject`',
  GOVERNANCE_UPDATE_DENIED:
    '`governance_update` by somebody who is no administrator and gave no admin key. A wrong key is a result',
  OPENMEMORY_UNAVAILABLE:
    'OpenMemory answered 200 with something that is no answer, or it failed 5 times in a row and is left alone for 30 seconds',
  OPENMEMORY_CONNECTION_FAILED:
    'No answer: refused, broken off, or later than `--openmemory-timeout`; on a tool that has no second-best way',
  OPENMEMORY_API_ERROR:
    'OpenMemory answered with a status: 401 or 403 for its key, 413 for too large a memory, 5xx for itself, such as a full disk',
  LOGBOOK_DB_UNAVAILABLE:
    'The database is away for now: PostgreSQL is stopped or starting, SQLite is locked for more than 5 seconds, a disk is full',
  LOGBOOK_DB_CHECK_FAILED:
    'The database is not as it must be: a table is gone, it is read-only or damaged; or the evidence folder is gone, or a file in it is not what its hash says',
  INTERNAL_ERROR:
    'Something stored is broken, such as a `policy_json` that somebody edited by hand',
  TOOL_EXECUTOR_NOT_REGISTERED: 'A tool whose module was switched off with `--without`',
  UNHANDLED_EXCEPTION: 'What nobody foresaw, such as a result that cannot be written as JSON',
};
