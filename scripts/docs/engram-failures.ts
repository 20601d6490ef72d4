import {
  engram,
  ENGRAM_MESSAGES,
  ERROR_SCENARIOS,
  McpErrorReason,
  RESULT_FORMS,
  RESULT_SCENARIOS,
  ToolResultErrorCode,
  type ReasonName,
} from '@errata/catalogs/engram';
import { toCatalogJson } from '@errata/core';
import { codeText, codeTexts, markdownTable, type Parts } from './markdown.js';
import { modernNumber } from './reference.js';
import { REASON_HINTS } from '../../systems/engram/src/report/build-report.js';

const REASONS = Object.keys(McpErrorReason) as readonly ReasonName[];

/** The parts about failures and results, by the name in their mark. */
export const FAILURE_PARTS = {
  /** The 19 reasons with their number in each era, and their words in both languages. */
  reasons: () => {
    const known = new Map(toCatalogJson(engram).failures.map((each) => [each.reason, each]));
    return markdownTable(
      ['reason', 'code', '2026-07-28', 'category', 'retryable', 'message', '`--lang zh`'],
      REASONS.map((reason) => {
        const { code, category, retryable, retryable_when } = known.get(reason)!;
        return [
          codeText(reason),
          String(code),
          modernNumber(engram.definitions.find((each) => each.reason === reason)!),
          category,
          retryable_when ?? (retryable ? 'yes' : 'no'),
          ENGRAM_MESSAGES.en[reason]({}),
          ENGRAM_MESSAGES.zh[reason]({}),
        ];
      }),
    );
  },
  /** What each reason is caused by, and what the operator can do. */
  causes: () =>
    markdownTable(
      ['reason', 'cause', 'what the operator can do'],
      REASONS.map((reason) => [codeText(reason), CAUSES[reason], REASON_HINTS[reason].en]),
    ),
  /** The codes of refusals that are results. */
  codes: () => {
    const codes = Object.keys(ToolResultErrorCode) as (keyof typeof ToolResultErrorCode)[];
    return markdownTable(
      ['`error_code`', 'when'],
      codes.map((code) => [codeText(code), ERROR_CODE_CAUSES[code]]),
    );
  },
  /** What is answered with a JSON-RPC error. */
  errors: () =>
    markdownTable(
      ['situation', 'code', 'category', 'reasons'],
      ERROR_SCENARIOS.map(({ scenario, code, category, reasons }) => [
        inEnglish(scenario),
        String(code),
        category,
        codeTexts(reasons),
      ]),
    ),
  /** What is answered with a result. */
  results: () =>
    markdownTable(
      ['situation', 'result'],
      RESULT_SCENARIOS.map(({ scenario, form }) => [
        inEnglish(scenario),
        codeText(shapeOf(RESULT_FORMS[form])),
      ]),
    ),
} as const satisfies Parts;

function inEnglish(scenario: string): string {
  const words = SCENARIO_WORDS[scenario];
  if (words === undefined) throw new TypeError(`no English for the scenario ${scenario}`);
  return words;
}

function shapeOf(form: object): string {
  const members = Object.entries(form).map(([name, value]) =>
    Array.isArray(value) ? `"${name}":[…]` : `"${name}":${JSON.stringify(value)}`,
  );
  return `{${[...members, '…'].join(',')}}`;
}

/** The real causes of each reason. */
const CAUSES: Readonly<Record<ReasonName, string>> = {
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
    'A rule against searching or deleting: an unknown space, the private space of another user, a team without the caller, or a shared space that is closed to writing (`retryable`). `memory_store` answers with a result instead',
  AUTH_FAILED: 'HTTP without a token, or with one that the gateway does not know',
  ACTOR_UNKNOWN:
    'A call that names no user; or a user who is not registered, with `--unknown-actor reject`',
  GOVERNANCE_UPDATE_DENIED:
    '`governance_update`, `outbox_requeue`, `user_list`, `user_update` or `team_update` by a user who is not an administrator and gave no admin key. A wrong key is a result',
  OPENMEMORY_UNAVAILABLE:
    'OpenMemory answered 200 with an invalid body; or it failed 5 times in a row, and the gateway does not call it for 30 seconds',
  OPENMEMORY_CONNECTION_FAILED:
    'No answer: the connection was refused or broken, or took longer than `--openmemory-timeout`. Only tools that cannot work without OpenMemory',
  OPENMEMORY_API_ERROR:
    'OpenMemory answered with an HTTP error: 401 or 403 (wrong key), 413 (memory too large), 5xx (its own failure, such as a full disk)',
  LOGBOOK_DB_UNAVAILABLE:
    'The database is not available for now: PostgreSQL is stopped or starting, SQLite is locked for more than 5 seconds, a disk is full',
  LOGBOOK_DB_CHECK_FAILED:
    'The database is unusable: a table is missing, it is read-only or damaged. Or the evidence folder is missing, or a file in it does not match its hash',
  INTERNAL_ERROR: 'Something stored is broken, such as a `policy_json` that was edited by hand',
  TOOL_EXECUTOR_NOT_REGISTERED: 'A tool whose module was switched off with `--without`',
  UNHANDLED_EXCEPTION: 'An unexpected failure, such as a result that cannot be written as JSON',
};

/** When a refusal has each code. */
const ERROR_CODE_CAUSES: Readonly<Record<keyof typeof ToolResultErrorCode, string>> = {
  DEPENDENCY_MISSING:
    '`memory_store` with evidence that has to be checked (`evidence_mode` is `strict`), while the evidence module is switched off',
  MISSING_REQUIRED_PARAMETER: 'never; it is declared because the original gateway sends it',
  MISSING_REQUIRED_PARAM:
    '`memory_store` with evidence without `sha256`, while `evidence_mode` is `strict`: rule `evidence_hash_missing`',
  POLICY_REJECTED: '`memory_store` against any other rule that rejects; `rule` names it',
  ADMIN_KEY_REJECTED: '`governance_update` with a wrong admin key',
};

/** The scenarios of the contract's two tables, in English. */
const SCENARIO_WORDS: Readonly<Record<string, string>> = {
  'JSON 解析失败': 'invalid JSON',
  '请求格式无效（缺少 method/jsonrpc）': 'invalid request (no `method` or `jsonrpc`)',
  方法不存在: 'unknown method',
  '参数校验失败（缺少必需参数、类型错误）': 'arguments are missing, or of a wrong type or value',
  '未知工具（tools/call 中 name 不存在）': 'unknown tool',
  工具执行器未注册: 'the tool has no executor',
  未处理的运行时异常: 'an unexpected exception',
  '依赖服务不可用（如 OpenMemory 连接失败）': 'OpenMemory or the logbook is not available',
  '业务策略拒绝（如鉴权失败）': 'refused: token, actor, policy, governance',
  'memory_store 成功': '`memory_store`: stored',
  'memory_store 策略拒绝': '`memory_store`: rejected by the policy',
  'memory_store 重定向到 outbox': '`memory_store`: waits in the outbox',
  'memory_query 查询成功': '`memory_query`: found',
  'memory_query 降级（OpenMemory 不可用）': '`memory_query`: OpenMemory is down',
  'reliability_report 获取成功': '`reliability_report`: success',
  'governance_update 鉴权失败': '`governance_update`: wrong admin key',
  'evidence_upload 成功': '`evidence_upload`: stored',
};
