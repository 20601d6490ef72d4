import * as catalogs from '@errata/catalogs';
import * as engram from '@errata/catalogs/engram';
import * as erlmcp from '@errata/catalogs/erlmcp';
import * as mcp from '@errata/catalogs/mcp';
import * as routeros from '@errata/catalogs/routeros';
import * as sqlFun from '@errata/catalogs/sql-fun';
import * as cli from '@errata/cli';
import { describe, expect, it } from 'vitest';
import { PIN } from './pin.js';

/** The names that each entry point has at run time. */
const EXPORTS: readonly (readonly [string, object, readonly string[]])[] = [
  [
    '@errata/catalogs',
    catalogs,
    [
      'HOST_PROFILES',
      'KNOWN_CONTRACTS',
      'byHost',
      'collisionMap',
      'createEngramContract',
      'createRouterosContract',
      'engram',
      'engramContract',
      'erlmcp',
      'erlmcpContract',
      'findByReason',
      'hostOf',
      'hostProfile',
      'jsonrpc',
      'jsonrpcContract',
      'mcp',
      'mcpContract',
      'mcpContractIn',
      'meaningsOf',
      'routeros',
      'routerosContract',
      'sqlFun',
      'sqlFunContract',
      'view',
    ],
  ],
  [
    '@errata/catalogs/engram',
    engram,
    [
      'ENGRAM_MESSAGES',
      'ERROR_SCENARIOS',
      'McpErrorCategory',
      'McpErrorCode',
      'McpErrorReason',
      'RESULT_FORMS',
      'RESULT_SCENARIOS',
      'ToolResultErrorCode',
      'createEngramContract',
      'degradedResult',
      'engram',
      'engramContract',
      'engramShape',
      'failedResult',
      'isDeclaredResult',
      'okResult',
      'redirectResult',
      'rejectResult',
      'toJsonRpcError',
      'toToolResult',
    ],
  ],
  [
    '@errata/catalogs/erlmcp',
    erlmcp,
    [
      'ERLMCP_ERROR_CODES',
      'VALID_ERROR_CODES',
      'buildErrorObject',
      'encodeErrorResponse',
      'erlmcp',
      'erlmcpContract',
      'erlmcpShape',
      'errorCapabilityNotSupported',
      'errorInternal',
      'errorInvalidParams',
      'errorInvalidRequest',
      'errorMethodNotFound',
      'errorNotInitialized',
      'errorParse',
      'errorPromptNotFound',
      'errorResourceNotFound',
      'errorToolNotFound',
      'errorValidationFailed',
      'validateErrorCode',
    ],
  ],
  [
    '@errata/catalogs/mcp',
    mcp,
    [
      'MCP_CODES_BY_REVISION',
      'MCP_DRAFT_CODES',
      'MCP_HTTP_STATUSES',
      'MCP_REVISIONS',
      'mcp',
      'mcpContract',
      'mcpContractIn',
      'mcpNumber',
      'mcpShape',
    ],
  ],
  [
    '@errata/catalogs/routeros',
    routeros,
    [
      'DEFAULT_RETRY_AFTER',
      'DEVICE_ERROR_TEMPLATES',
      'ERROR_TEMPLATES',
      'ErrorRecoveryStrategy',
      'ROUTEROS_CODE_RANGES',
      'ROUTEROS_MOST_COMMON',
      'TIER_FLAGS',
      'TOOL_TIERS',
      'VALIDATION_ERROR_TEMPLATES',
      'createActionableError',
      'createRouterosContract',
      'createRouterosShape',
      'createTokenEfficientError',
      'fromTemplate',
      'handleToolErrors',
      'raiseDeviceErrorConcise',
      'raiseDeviceNotFound',
      'raiseDeviceNotFoundIntentBased',
      'raiseDeviceUnreachable',
      'raiseForbiddenTier',
      'raiseValidationError',
      'routeros',
      'routerosContract',
      'routerosShape',
      'suggestionFor',
    ],
  ],
  [
    '@errata/catalogs/sql-fun',
    sqlFun,
    [
      'SQL_FUN_CATEGORIES',
      'SQL_FUN_LAW',
      'decodeSqlFunCode',
      'sqlFun',
      'sqlFunContract',
      'sqlFunShape',
    ],
  ],
  ['@errata/cli', cli, ['createTerminal', 'runCli']],
];

describe('the exports', () => {
  it.each(EXPORTS)('of %s', (_, names, expected) => {
    expect(Object.keys(names).sort(), PIN).toEqual(expected);
  });
});
