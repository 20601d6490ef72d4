import type { Fault } from '@errata/core';
import { clipText, oneLine, type ToolWords } from '@errata/core/internal';
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
    say('Wrong parameter type', c.param) + ofWhich(c, 'expected', 'received'),
  INVALID_PARAM_VALUE: (c) =>
    say('Invalid parameter value', c.param) + ofWhich(c, 'expected', 'received'),
  UNKNOWN_TOOL: (c) => say('Unknown tool', c.tool),
  POLICY_REJECT: (c) => say('Rejected by policy', c.rule),
  AUTH_FAILED: () => 'Authentication failed',
  ACTOR_UNKNOWN: (c) => say('Unknown actor', c.actor),
  GOVERNANCE_UPDATE_DENIED: (c) => say('Governance update denied', c.actor),
  OPENMEMORY_UNAVAILABLE: () => 'OpenMemory is not available',
  OPENMEMORY_CONNECTION_FAILED: () => 'No connection to OpenMemory',
  OPENMEMORY_API_ERROR: (c) => say('OpenMemory returned an error', c.status),
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

/** `error.message` in Chinese: the words of the seed, then what the thrower says of this occurrence. */
export function chineseMessage(fault: Fault): string {
  const { reason } = fault;
  if (!Object.hasOwn(ENGRAM_MESSAGES.zh, reason)) return specifiedMessage(fault);
  const words = chineseWords(fault);
  const message = ENGRAM_MESSAGES.zh[reason as ReasonName];
  if (words === undefined) return message(fault.context as EngramContext);
  return fault.given.message === words ? words : `${message({})}: ${words}`;
}

/** What happened, for the text of a result, which begins with the reason already. */
export function chineseDetails(fault: Fault): string {
  return chineseWords(fault) ?? chineseMessage(fault);
}

/** What to do next, in Chinese. */
export function chineseSuggestion(fault: Fault): string | undefined {
  const { suggestion } = fault.given;
  return (
    (suggestion === undefined ? undefined : inChinese(suggestion)) ??
    SUGGESTIONS[fault.reason as ReasonName]
  );
}

const HAN = /\p{Script=Han}/u;

/** The message of a failure that MCP itself defines. */
function specifiedMessage(fault: Fault): string {
  const { supported, requested, header } = fault.context as {
    readonly supported?: readonly string[];
    readonly requested?: string;
    readonly header?: string;
  };
  switch (fault.condition) {
    case 'unsupported-version': {
      const version = requested === undefined ? '该版本' : `版本 ${requested}`;
      return `不支持${version}，支持的版本: ${supported?.join(', ') ?? ''}`;
    }
    case 'header-mismatch':
      return header === undefined
        ? 'HTTP 头与请求体不一致'
        : `HTTP 头 ${header} 缺失，或与请求体不一致`;
    case 'missing-client-capability':
      return '客户端缺少该请求需要的能力';
    default:
      return ENGRAM_MESSAGES.zh.INVALID_REQUEST({});
  }
}

/** What the thrower says, if there are Chinese words for it. The layers below speak English. */
function chineseWords({ given, details, context }: Fault): string | undefined {
  const message = given.message ?? (given.details === undefined ? undefined : details);
  const { problem } = context as EngramContext;
  return (
    (message === undefined ? undefined : inChinese(message)) ??
    (problem !== undefined && Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined)
  );
}

function inChinese(text: string): string | undefined {
  if (HAN.test(text)) return text;
  return Object.hasOwn(SENTENCES, text) ? SENTENCES[text] : undefined;
}

export const CHINESE_WORDS: ToolWords = {
  stop: '。',
  effects: {
    none: '没有任何改动。',
    done: '改动已完成。',
    unknown: '无法确定是否有改动。',
  },
  next: '下一步:',
  retry: (seconds) => (seconds === undefined ? '稍后重试' : `${seconds} 秒后重试`),
  advice: {
    retry_with_backoff: '稍后重试',
    user_action_required: '请用户处理后再次调用',
    fix_and_retry: '修正参数后再次调用',
    report_and_abort: '不要重复调用，请告知用户',
  },
  checkFirst: (advice) => `先确认是否有改动，然后${advice}`,
  unexpected: '不要重复调用，详情在服务器日志的 ref 下',
};

const SUGGESTIONS: Readonly<Partial<Record<ReasonName, string>>> = {
  PARSE_ERROR: '发送一个完整的 UTF-8 JSON 值',
  INVALID_REQUEST: '发送带有 jsonrpc "2.0"、id 和 method 的对象',
  METHOD_NOT_FOUND: '调用网关提供的 method',
  MISSING_REQUIRED_PARAM: '补上参数后再次调用',
  INVALID_PARAM_TYPE: '修正类型后再次调用',
  INVALID_PARAM_VALUE: '修正参数后再次调用',
  UNKNOWN_TOOL: '调用 tools/list，使用其中的名称',
  POLICY_REJECT: '修改调用，使其符合该规则',
  AUTH_FAILED: '向网关提供有效的令牌',
  ACTOR_UNKNOWN: '请管理员登记该用户',
  GOVERNANCE_UPDATE_DENIED: '请管理员进行修改',
  LOGBOOK_DB_CHECK_FAILED: '请运维人员恢复 Logbook 缺少的内容',
  INTERNAL_ERROR: '向运维人员报告 correlation_id',
  TOOL_EXECUTOR_NOT_REGISTERED: '请运维人员启用该工具的模块',
  UNHANDLED_EXCEPTION: '向运维人员报告 correlation_id',
};

/** What is wrong with a message or its HTTP request, where that says more than the reason; by the name of the problem. */
const PROBLEMS: Readonly<Record<string, string>> = {
  'too-large': '消息超过本服务读取的大小',
  'too-deep': '消息嵌套过深',
  'batch-too-long': '批量请求中的消息过多',
  'batch-empty': '批量请求至少要有一条消息',
  'batch-refused': '该协议版本没有批量请求，请逐条发送',
  'batch-initialize': 'initialize 不能放在批量请求中',
  'invalid-utf8': '文本不是有效的 UTF-8',
  'not-an-object': '消息必须是 JSON 对象',
  'wrong-version': 'jsonrpc 必须为 "2.0"',
  'wrong-id': 'id 的类型不符合协议',
  'duplicate-id': 'id 重复出现',
  'wrong-method': 'method 必须是字符串',
  'wrong-params': 'params 必须是对象或数组',
  'wrong-params-mcp': 'params 必须是对象',
  'wrong-response': '响应必须有 id，并且只有 result 和 error 之一',
  'id-in-use': '相同 id 的请求仍在处理中',
  'host-refused': 'Host 头中的主机不在此服务',
  'origin-refused': '该来源的页面不能调用本服务',
  'http-method': '此处不支持该 HTTP 方法',
  'content-type': '请求体必须是 application/json',
  accept: '客户端既不接受 application/json，也不接受 text/event-stream',
  'accept-events': '客户端不接受 text/event-stream',
  'too-slow': '请求体没有及时到达',
  'batch-modern': 'MCP 2026-07-28 的请求不能放在批量请求中',
  'response-refused': '该协议版本的客户端没有需要响应的请求',
  'session-missing': '缺少 Mcp-Session-Id 头，请先发送 initialize',
  'session-unknown': '会话不存在或已结束，请重新发送 initialize',
  'session-initialized': '该会话已经初始化',
  'stream-open': '该会话已有一个事件流',
};

/** What the layers below say in English, sentence by sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  'All streams are in use': '所有事件流都在使用中',
  'All sessions are in use': '所有会话都在使用中',
  'The server is shutting down': '服务正在关闭',
  'This server reads no batches: send one message at a time': '本服务不接受批量请求，请逐条发送',
  'Give the Logbook a database that it may write to': '为 Logbook 提供可写的数据库',
  'Grant the Logbook the use of its tables': '授予 Logbook 使用其数据表的权限',
  'Correct the user and password of the database url': '修正数据库 url 中的用户名和密码',
  'Create the database, or correct its url': '创建数据库，或修正其 url',
  'Correct the path of the database': '修正数据库的路径',
  'Name a file that is an SQLite database': '指定一个 SQLite 数据库文件',
  'Restore the database from a backup': '从备份恢复数据库',
  'Check the disk, then restore the database from a backup if it is damaged':
    '检查磁盘，如数据库已损坏，从备份恢复',
  'Restore the evidence folder, writable for the gateway': '恢复证据目录，并使网关可写',
};
