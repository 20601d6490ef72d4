import { clipText, oneLine } from '@errata/core/internal';
import type { ReasonName } from './namespaces.js';

/** The context fields that a message may mention. Each reason declares its own part of them. */
export interface EngramContext {
  readonly problem?: string | undefined;
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  readonly param?: string | undefined;
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  readonly rule?: string | undefined;
  readonly actor?: string | undefined;
  readonly setting?: string | undefined;
  readonly status?: number | undefined;
  readonly check?: string | undefined;
}

/** The languages of the messages: Chinese or English. */
export type EngramLang = 'zh' | 'en';

/** The message of every reason in one language, made from its context. */
export type EngramMessages = Readonly<Record<ReasonName, (context: EngramContext) => string>>;

// The words of the seed: §2.2 and §5 where they give a message, otherwise the column 说明 of §3.
const zh: EngramMessages = {
  PARSE_ERROR: () => 'JSON 解析失败',
  INVALID_REQUEST: () => 'JSON-RPC 请求格式无效',
  METHOD_NOT_FOUND: (c) => say('请求的 method 不存在', c.method),
  MISSING_REQUIRED_PARAM: (c) => say('缺少必需参数', c.param),
  INVALID_PARAM_TYPE: (c) => say('参数类型错误', c.param) + ofWhich(c, '应为', '实为'),
  INVALID_PARAM_VALUE: (c) => say('参数值无效', c.param) + ofWhich(c, '应为', '实为'),
  UNKNOWN_TOOL: (c) => say('未知工具', c.tool),
  POLICY_REJECT: (c) => say('策略拒绝', c.rule),
  AUTH_FAILED: () => '鉴权失败',
  ACTOR_UNKNOWN: (c) => say('用户身份未知', c.actor),
  GOVERNANCE_UPDATE_DENIED: (c) => say('治理更新被拒绝', c.actor),
  OPENMEMORY_UNAVAILABLE: () => 'OpenMemory 服务不可用',
  OPENMEMORY_CONNECTION_FAILED: () => 'OpenMemory 连接失败',
  OPENMEMORY_API_ERROR: (c) => say('OpenMemory API 返回错误', c.status),
  LOGBOOK_DB_UNAVAILABLE: () => 'Logbook 数据库不可用',
  LOGBOOK_DB_CHECK_FAILED: (c) => say('Logbook 数据库检查失败', chineseCheck(c.check)),
  INTERNAL_ERROR: () => '通用内部错误',
  TOOL_EXECUTOR_NOT_REGISTERED: (c) => say('工具执行器未注册', c.tool),
  UNHANDLED_EXCEPTION: () => '未处理的异常',
};

/** The checks of the Logbook by their names in `details.check`. */
function chineseCheck(check: string | undefined): string | undefined {
  if (check === undefined) return undefined;
  if (Object.hasOwn(CHECKS, check)) return CHECKS[check];
  return check.replace(
    /^(table|column|evidence) /,
    (_, kind: string) => `${CHECKS[kind] ?? kind} `,
  );
}

const CHECKS: Readonly<Record<string, string>> = {
  table: '数据表',
  column: '列',
  schema: '数据库结构',
  evidence: '证据',
  'evidence folder': '证据目录',
  'database writable': '数据库可写',
  permissions: '权限',
  credentials: '用户名和密码',
  'database exists': '数据库存在',
  'database file': '数据库文件',
  'database format': '数据库格式',
  'database intact': '数据库完整',
  disk: '磁盘',
};

const en: EngramMessages = {
  PARSE_ERROR: () => 'The text is not valid JSON',
  INVALID_REQUEST: () => 'Not a valid JSON-RPC request',
  METHOD_NOT_FOUND: (c) => say('Method not found', c.method),
  MISSING_REQUIRED_PARAM: (c) => say('Missing required parameter', c.param),
  INVALID_PARAM_TYPE: (c) =>
    say('Wrong type of parameter', c.param) + ofWhich(c, 'expected', 'received'),
  INVALID_PARAM_VALUE: (c) =>
    say('Invalid value of parameter', c.param) + ofWhich(c, 'expected', 'received'),
  UNKNOWN_TOOL: (c) => say('Unknown tool', c.tool),
  POLICY_REJECT: (c) => say('Rejected by policy', c.rule),
  AUTH_FAILED: () => 'Authentication failed',
  ACTOR_UNKNOWN: (c) => say('Unknown actor', c.actor),
  GOVERNANCE_UPDATE_DENIED: (c) => say('Governance update denied', c.actor),
  OPENMEMORY_UNAVAILABLE: () => 'OpenMemory is not available',
  OPENMEMORY_CONNECTION_FAILED: () => 'No connection to OpenMemory',
  OPENMEMORY_API_ERROR: (c) => say('OpenMemory answered with an error', c.status),
  LOGBOOK_DB_UNAVAILABLE: () => 'The Logbook database is not available',
  LOGBOOK_DB_CHECK_FAILED: (c) => say('The Logbook database failed its check', c.check),
  INTERNAL_ERROR: () => 'Internal error',
  TOOL_EXECUTOR_NOT_REGISTERED: (c) => say('No executor is registered for tool', c.tool),
  UNHANDLED_EXCEPTION: () => 'Unhandled exception',
};

/** What `error.message` says, by language and reason. The reasons themselves have no language. */
export const ENGRAM_MESSAGES: Readonly<Record<EngramLang, EngramMessages>> = { zh, en };

function say(label: string, value: string | number | undefined): string {
  return value === undefined ? label : `${label}: ${short(value)}`;
}

function ofWhich({ expected, received }: EngramContext, want: string, got: string): string {
  const parts = [
    ...(expected === undefined ? [] : [`${want} ${short(expected)}`]),
    ...(received === undefined ? [] : [`${got} ${short(received)}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** The names are the peer's: one line, and no longer than a name is. */
function short(value: string | number): string {
  return clipText(oneLine(String(value)), 100);
}
