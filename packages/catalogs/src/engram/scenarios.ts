import { McpErrorCategory, McpErrorCode, McpErrorReason } from './namespaces.js';

/** A row of §1.1: a situation that is answered with a JSON-RPC error. */
export interface ErrorScenario {
  /** The seed's words. */
  readonly scenario: string;
  readonly code: McpErrorCode;
  readonly category: McpErrorCategory;
  /** Which of the reasons it is, is decided by the facts of the occurrence. */
  readonly reasons: readonly McpErrorReason[];
}

/** The situations of the document that are answered with an error, in its own words. */
export const ERROR_SCENARIOS: readonly ErrorScenario[] = [
  {
    scenario: 'JSON 解析失败',
    code: McpErrorCode.PARSE_ERROR,
    category: McpErrorCategory.PROTOCOL,
    reasons: [McpErrorReason.PARSE_ERROR],
  },
  {
    scenario: '请求格式无效（缺少 method/jsonrpc）',
    code: McpErrorCode.INVALID_REQUEST,
    category: McpErrorCategory.PROTOCOL,
    reasons: [McpErrorReason.INVALID_REQUEST],
  },
  {
    scenario: '方法不存在',
    code: McpErrorCode.METHOD_NOT_FOUND,
    category: McpErrorCategory.PROTOCOL,
    reasons: [McpErrorReason.METHOD_NOT_FOUND],
  },
  {
    scenario: '参数校验失败（缺少必需参数、类型错误）',
    code: McpErrorCode.INVALID_PARAMS,
    category: McpErrorCategory.VALIDATION,
    reasons: [
      McpErrorReason.MISSING_REQUIRED_PARAM,
      McpErrorReason.INVALID_PARAM_TYPE,
      McpErrorReason.INVALID_PARAM_VALUE,
    ],
  },
  {
    scenario: '未知工具（tools/call 中 name 不存在）',
    code: McpErrorCode.INVALID_PARAMS,
    category: McpErrorCategory.VALIDATION,
    reasons: [McpErrorReason.UNKNOWN_TOOL],
  },
  {
    scenario: '工具执行器未注册',
    code: McpErrorCode.INTERNAL_ERROR,
    category: McpErrorCategory.INTERNAL,
    reasons: [McpErrorReason.TOOL_EXECUTOR_NOT_REGISTERED],
  },
  {
    scenario: '未处理的运行时异常',
    code: McpErrorCode.INTERNAL_ERROR,
    category: McpErrorCategory.INTERNAL,
    reasons: [McpErrorReason.UNHANDLED_EXCEPTION, McpErrorReason.INTERNAL_ERROR],
  },
  {
    scenario: '依赖服务不可用（如 OpenMemory 连接失败）',
    code: McpErrorCode.DEPENDENCY_UNAVAILABLE,
    category: McpErrorCategory.DEPENDENCY,
    reasons: [
      McpErrorReason.OPENMEMORY_UNAVAILABLE,
      McpErrorReason.OPENMEMORY_CONNECTION_FAILED,
      McpErrorReason.OPENMEMORY_API_ERROR,
      McpErrorReason.LOGBOOK_DB_UNAVAILABLE,
      McpErrorReason.LOGBOOK_DB_CHECK_FAILED,
    ],
  },
  {
    scenario: '业务策略拒绝（如鉴权失败）',
    code: McpErrorCode.BUSINESS_REJECTION,
    category: McpErrorCategory.BUSINESS,
    reasons: [
      McpErrorReason.POLICY_REJECT,
      McpErrorReason.AUTH_FAILED,
      McpErrorReason.ACTOR_UNKNOWN,
      McpErrorReason.GOVERNANCE_UPDATE_DENIED,
    ],
  },
];

/** A row of §1.2: a situation that is answered with a result, whatever `ok` says. */
export interface ResultScenario {
  readonly tool: string;
  /** The seed's words. */
  readonly scenario: string;
  readonly form: ResultFormName;
  readonly note: string;
}

/** The five forms of §1.2 by what tells them apart. */
export const RESULT_FORMS = {
  ok: { ok: true },
  results: { ok: true, results: [] },
  reject: { ok: false, action: 'reject' },
  redirect: { ok: true, action: 'redirect' },
  degraded: { ok: true, degraded: true, results: [] },
} as const;

/** The name of a form of result. */
export type ResultFormName = keyof typeof RESULT_FORMS;

/** The situations of the document that are answered with a result, in its own words. */
export const RESULT_SCENARIOS: readonly ResultScenario[] = [
  row('memory_store', '成功', 'ok', '业务成功'),
  row('memory_store', '策略拒绝', 'reject', '业务层拒绝，可重试'),
  row('memory_store', '重定向到 outbox', 'redirect', '降级成功'),
  row('memory_query', '查询成功', 'results', '业务成功'),
  row('memory_query', '降级（OpenMemory 不可用）', 'degraded', '降级到 Logbook 查询'),
  row('reliability_report', '获取成功', 'ok', '只读操作成功'),
  row('governance_update', '鉴权失败', 'reject', '业务层拒绝'),
  row('evidence_upload', '成功', 'ok', '业务成功'),
];

function row(tool: string, event: string, form: ResultFormName, note: string): ResultScenario {
  return { tool, scenario: `${tool} ${event}`, form, note };
}
