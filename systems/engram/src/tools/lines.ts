import type { EngramLang } from '@errata/catalogs/engram';
import { clipText, oneLine } from '@errata/core/internal';

const en = {
  stored: (id: string, space: string) => `Stored as ${id} in ${space}.`,
  /** Stored elsewhere than it was asked for. */
  redirected: (space: string, wanted: string, message: string) =>
    `REDIRECTED: kept for ${space} instead of ${wanted}: ${message}.`,
  /** Not stored yet. */
  deferred: (id: number, space: string, message: string) =>
    `REDIRECTED: not in OpenMemory yet; it waits in the outbox as ${id} for ${space} and is sent without further ado (${message}).`,
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
  uploadAgain: 'Have somebody who has the file upload it again',
  evidenceOff: 'The evidence cannot be checked, because the evidence module is switched off',
};

/** The lines that stand above results. */
export type Lines = typeof en;

const zh: Lines = {
  stored: (id, space) => `已存入 ${space}: ${id}。`,
  redirected: (space, wanted, message) => `REDIRECTED: 存入 ${space} 而非 ${wanted}: ${message}。`,
  deferred: (id, space, message) =>
    `REDIRECTED: 尚未写入 OpenMemory，在 outbox 中等待 (${id}，${space})，稍后自动发送（${message}）。`,
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

/** Somebody else's words within a line. */
export const inLine = (text: string): string => clipText(oneLine(text), 200).replace(/[.。]$/, '');
