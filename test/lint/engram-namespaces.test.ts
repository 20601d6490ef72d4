import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';

const eslint = new ESLint({ cwd: fileURLToPath(new URL('../../', import.meta.url)) });

async function rulesBroken(code: string, filePath: string): Promise<readonly (string | null)[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages.map(({ ruleId }) => ruleId);
}

describe('TestErrorCodeBoundaryMisuse: what the brands of both namespaces cannot see', () => {
  it.each([
    ['a bare text as error_code', `export const r = { error_code: 'DEPENDENCY_MISSING' };`],
    ['a template', 'export const r = { "error_code": `NOT_FOUND` };'],
    ['a reason that is cast to anything', 'export const r = { error_code: reason as never };'],
    ['a reason as error_code', 'export const r = { error_code: McpErrorReason.UNKNOWN_TOOL };'],
    ['a bare text by assignment', `result.error_code = 'PATH_TRAVERSAL_ERROR';`],
    ['a bare text as reason', `send({ category: 'validation', reason: 'UNKNOWN_TOOL' });`],
    [
      'a result code as reason',
      'send({ reason: ToolResultErrorCode.MISSING_REQUIRED_PARAM, retryable: false });',
    ],
    ['a cast to a result code', 'export const c = text as unknown as ToolResultErrorCode;'],
    ['a cast to a reason', 'export const c = text as McpErrorReason;'],
    ['a cast to error.data', `send({ reason: 'UNKNOWN_TOOL' } as unknown as ErrorData);`],
  ])('rejects %s', async (_name, code) => {
    for (const path of ['systems/engram/src/a.ts', 'packages/catalogs/src/engram/a.ts']) {
      expect(await rulesBroken(code, path)).toEqual(['no-restricted-syntax']);
    }
  });

  it.each([
    'export const r = { error_code: ToolResultErrorCode.DEPENDENCY_MISSING };',
    'export const f = (code: ToolResultErrorCode) => ({ error_code: code });',
    'export const r = { error_code: -32602 };',
    `export interface R { error_code: 'X' }`,
    `export const cancel = { reason: 'user stopped it' };`,
    `export const plan = { retryable: true, reason: 'the device restarts' };`,
    'export const data = { category: "validation", reason: McpErrorReason.UNKNOWN_TOOL };',
  ])('allows %s', async (code) => {
    expect(await rulesBroken(code, 'systems/engram/src/a.ts')).toEqual([]);
  });
});
