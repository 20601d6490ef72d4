import type { EngramLang } from '@errata/catalogs/engram';
import { clipText, oneLine } from '@errata/core/internal';

const en = {
  stored: (id: string, space: string) => `Stored as ${id} in ${space}.`,
  /** Stored elsewhere than it was asked for. */
  redirected: (space: string, wanted: string, message: string) =>
    `REDIRECTED: kept for ${space} instead of ${wanted}: ${message}.`,
  /** Not stored yet. */
  deferred: (id: number, space: string, message: string) =>
    `REDIRECTED: not in OpenMemory yet; it waits in the outbox as ${id} for ${space} and will be sent automatically (${message}).`,
  /** The same, until an operator has acted. */
  held: (id: number, space: string, message: string) =>
    `REDIRECTED: kept in the outbox as ${id} for ${space}: ${message}. It is sent once that is done; do not store it again.`,
  operator: (message: string) =>
    `OpenMemory refuses the gateway (${message}): an operator has to act`,
  /** Kept by the gateway for good. */
  kept: (id: number, space: string) =>
    `REDIRECTED: kept by the gateway as outbox:${id} for ${space}: ${en.similar}. memory_query finds it.`,
  similar: 'OpenMemory does not store a text beside the same or a similar one',
  outbox: (id: number, state: string, more: string) => `outbox:${id} is ${state}${more}.`,
  sentAs: (id: string) => `, as ${id}`,
  nextTry: (at: string, why: string) => `; next try ${at}${why}`,
  updated: (id: string) => `Updated ${id}.`,
  listed: (count: number) => (count === 1 ? '1 memory.' : `${count} memories.`),
  reinforced: (id: string) => `Reinforced ${id}.`,
  requeued: (count: number) =>
    `${count === 1 ? '1 memory is' : `${count} memories are`} due again, and the gateway sends ${count === 1 ? 'it' : 'them'} now.`,
  cannot: (dialect: string, tool: string) => `${dialect} has no call for ${tool}`,
  cannotAdvice: 'Do not call it again: this OpenMemory cannot do it',
  users: (users: number, teams: number) => `Users: ${users}. Teams: ${teams}.`,
  changed: (what: string, changed: boolean) => `${changed ? 'Done' : 'Nothing to do'}: ${what}.`,
  lastAdmin: (user: string) => `${user} is the last administrator`,
  lastAdminAdvice: 'Make another user an administrator first',
  found: (count: number) => (count === 1 ? '1 memory found.' : `${count} memories found.`),
  degraded: (count: number, message: string) =>
    `DEGRADED: OpenMemory could not be searched (${message}); ${count} from the Logbook, by words only.`,
  memory: (id: string, space: string) => `${id} in ${space}.`,
  noMemory: (id: string) => `There is no memory ${id}.`,
  deleted: (id: string) => `Deleted ${id}.`,
  halfDeleted: 'Deleted in OpenMemory, but not in the Logbook yet: call again',
  governance: (enabled: boolean) =>
    `Governance changed. Writing to team and organisation spaces is ${enabled ? 'on' : 'off'}.`,
  uploaded: (sha256: string, size: number) => `Uploaded: ${size} bytes as ${sha256}.`,
  evidence: (mime: string, size: number, by: string) =>
    `${size} bytes of ${mime}, uploaded by ${by}.`,
  noEvidence: (sha256: string) => `There is no evidence ${sha256}.`,
  /** What to do about evidence whose bytes are no longer those of its hash. */
  uploadAgain: 'Have a user who has the file upload it again',
  evidenceOff: 'The evidence cannot be checked, because the evidence module is switched off',
};

/** The first lines of results. */
export type Lines = typeof en;

const zh: Lines = {
  stored: (id, space) => `已存入 ${space}: ${id}。`,
  redirected: (space, wanted, message) => `REDIRECTED: 存入 ${space} 而非 ${wanted}: ${message}。`,
  deferred: (id, space, message) =>
    `REDIRECTED: 尚未写入 OpenMemory，在 outbox 中等待 (${id}，${space})，稍后自动发送（${message}）。`,
  held: (id, space, message) =>
    `REDIRECTED: 保存在 outbox 中 (${id}，${space}): ${message}。处理后自动发送，请勿重复存入。`,
  operator: (message) => `OpenMemory 拒绝网关（${message}），需要管理员处理`,
  kept: (id, space) =>
    `REDIRECTED: 由网关保存为 outbox:${id} (${space}): ${zh.similar}。memory_query 可以查到。`,
  similar: 'OpenMemory 不会在相同或相似的文本之外再存一份',
  outbox: (id, state, more) => `outbox:${id}: ${state}${more}。`,
  sentAs: (id) => `，${id}`,
  nextTry: (at, why) => `；下次尝试 ${at}${why}`,
  updated: (id) => `已更新 ${id}。`,
  listed: (count) => `${count} 条记忆。`,
  reinforced: (id) => `已强化 ${id}。`,
  requeued: (count) => `${count} 条记忆重新排队，网关现在发送。`,
  cannot: (dialect, tool) => `${dialect} 没有用于 ${tool} 的调用`,
  cannotAdvice: '请勿再次调用: 该 OpenMemory 不支持此操作',
  users: (users, teams) => `用户: ${users}，团队: ${teams}。`,
  changed: (what, changed) => `${changed ? '完成' : '无需更改'}: ${what}。`,
  lastAdmin: (user) => `${user} 是最后一位管理员`,
  lastAdminAdvice: '请先将另一位用户设为管理员',
  found: (count) => `找到 ${count} 条记忆。`,
  degraded: (count, message) =>
    `DEGRADED: 无法查询 OpenMemory（${message}）；以下 ${count} 条来自 Logbook，仅按词匹配。`,
  memory: (id, space) => `${space} 中的 ${id}。`,
  noMemory: (id) => `没有记忆 ${id}。`,
  deleted: (id) => `已删除 ${id}。`,
  halfDeleted: 'OpenMemory 中已删除，Logbook 中尚未删除，请再次调用',
  governance: (enabled) => `治理设置已更新。团队和组织空间的写入${enabled ? '已开启' : '已关闭'}。`,
  uploaded: (sha256, size) => `已上传: ${size} 字节，${sha256}。`,
  evidence: (mime, size, by) => `${mime}，${size} 字节，由 ${by} 上传。`,
  noEvidence: (sha256) => `没有证据 ${sha256}。`,
  uploadAgain: '请持有该文件的人重新上传',
  evidenceOff: '无法核对证据: evidence 模块已关闭',
};

export const LINES: Readonly<Record<EngramLang, Lines>> = { en, zh };

/** Foreign text within a line. */
export const inLine = (text: string): string => clipText(oneLine(text), 200).replace(/[.。]$/, '');
