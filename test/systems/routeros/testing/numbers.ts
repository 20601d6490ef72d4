/** The numbers of the contract, by revision, as the documents and the digit law of 2026-07-28 have them. */
export const NUMBERS = {
  PARSE_ERROR: { '2025-11-25': -32700, '2026-07-28': -32700 },
  INVALID_REQUEST: { '2025-11-25': -32600, '2026-07-28': -32600 },
  METHOD_NOT_FOUND: { '2025-11-25': -32601, '2026-07-28': -32601 },
  INVALID_PARAMS: { '2025-11-25': -32602, '2026-07-28': -32602 },
  INTERNAL_JSONRPC_ERROR: { '2025-11-25': -32603, '2026-07-28': -32603 },
  INTERNAL_ERROR: { '2025-11-25': -32000, '2026-07-28': -31000 },
  UNAUTHORIZED: { '2025-11-25': -32001, '2026-07-28': -31001 },
  FORBIDDEN: { '2025-11-25': -32002, '2026-07-28': -31002 },
  NOT_FOUND: { '2025-11-25': -32003, '2026-07-28': -31003 },
  CONFLICT: { '2025-11-25': -32004, '2026-07-28': -31004 },
  VALIDATION_ERROR: { '2025-11-25': -32005, '2026-07-28': -31005 },
  RATE_LIMITED: { '2025-11-25': -32006, '2026-07-28': -31006 },
  TIMEOUT: { '2025-11-25': -32007, '2026-07-28': -31007 },
  DEVICE_UNREACHABLE: { '2025-11-25': -32010, '2026-07-28': -31010 },
  DEVICE_AUTH_FAILED: { '2025-11-25': -32011, '2026-07-28': -31011 },
  DEVICE_ERROR: { '2025-11-25': -32012, '2026-07-28': -31012 },
  DEVICE_UNSUPPORTED: { '2025-11-25': -32013, '2026-07-28': -31013 },
  INVALID_CONFIGURATION: { '2025-11-25': -32020, '2026-07-28': -31020 },
  UNSAFE_OPERATION: { '2025-11-25': -32021, '2026-07-28': -31021 },
  PLAN_NOT_APPROVED: { '2025-11-25': -32030, '2026-07-28': -31030 },
  PLAN_EXPIRED: { '2025-11-25': -32031, '2026-07-28': -31031 },
} as const;

export const ERAS = ['2025-11-25', '2026-07-28'] as const;

export type ServedEra = (typeof ERAS)[number];

/** The number of a reason; undefined where the contract has no such reason. */
export function numberOf(reason: string, era: ServedEra): number | undefined {
  const numbers: Readonly<Record<string, Readonly<Record<ServedEra, number>>>> = NUMBERS;
  return Object.hasOwn(numbers, reason) ? numbers[reason]?.[era] : undefined;
}
