import { RuleTester } from 'eslint';
import { parser } from 'typescript-eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { engramNamespaces } from '../../scripts/eslint/engram-namespaces.js';

Object.assign(RuleTester, {
  afterAll,
  describe,
  it: (name: string, test: () => void) => it(name, () => expect(test()).toBeUndefined()),
});

const tester = new RuleTester({ languageOptions: { parser: parser as never } });

const imports = `import { McpErrorReason, ToolResultErrorCode } from '@errata/catalogs';\n`;

function valid(name: string, code: string) {
  return { name, code: imports + code };
}

function invalid(name: string, code: string, ...messageIds: string[]) {
  return { name, code: imports + code, errors: messageIds.map((messageId) => ({ messageId })) };
}

describe('TestErrorCodeBoundaryMisuse', () => {
  tester.run('result.error_code', engramNamespaces, {
    valid: [
      valid(
        'takes a ToolResultErrorCode',
        `const r = { ok: false, error_code: ToolResultErrorCode.DEPENDENCY_MISSING };`,
      ),
      valid(
        'takes the name that both namespaces have, from its own',
        `r.error_code = ToolResultErrorCode.MISSING_REQUIRED_PARAM;`,
      ),
      valid('takes what somebody else decided', `const f = (code) => ({ error_code: code });`),
      valid(
        'may be a number in a record that is not a result',
        `const r = { error_code: -32602 };`,
      ),
      valid('may be a type', `interface R { error_code: 'X' }`),
      valid('may be read', `const { error_code } = result;`),
    ],
    invalid: [
      invalid(
        'does not take a McpErrorReason',
        `const r = { ok: false, error_code: McpErrorReason.UNKNOWN_TOOL };`,
        'reasonInResult',
      ),
      invalid(
        'does not take a McpErrorReason of the same name',
        `const r = { error_code: McpErrorReason.MISSING_REQUIRED_PARAM };`,
        'reasonInResult',
      ),
      invalid(
        'does not take a McpErrorReason by assignment',
        `result.error_code = McpErrorReason.INTERNAL_ERROR;`,
        'reasonInResult',
      ),
      invalid(
        'does not take a bare text',
        `const r = { error_code: 'DEPENDENCY_MISSING' };`,
        'literalInResult',
      ),
      invalid(
        'does not take a bare text by assignment',
        `result['error_code'] = 'PATH_TRAVERSAL_ERROR';`,
        'literalInResult',
      ),
      invalid(
        'does not take a bare template',
        'const r = { error_code: `NOT_FOUND` };',
        'literalInResult',
      ),
      invalid(
        'does not take a bare text that is cast',
        `const r = { 'error_code': 'UNKNOWN_TOOL' as unknown as ToolResultErrorCode };`,
        'literalInResult',
      ),
      invalid(
        'does not take a McpErrorReason that is cast',
        `const r = { error_code: McpErrorReason.UNKNOWN_TOOL as any };`,
        'reasonInResult',
      ),
      invalid(
        'is judged on every branch',
        `const r = { error_code: a ? McpErrorReason.UNKNOWN_TOOL : (b ?? 'OTHER') };`,
        'reasonInResult',
        'literalInResult',
      ),
      invalid(
        'is followed through a renamed import',
        `import { McpErrorReason as R } from 'engram';\nconst r = { error_code: R.UNKNOWN_TOOL };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through a namespace import',
        `import * as engram from 'engram';\nconst r = { error_code: engram.McpErrorReason.UNKNOWN_TOOL };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through an alias of the object',
        `const R = McpErrorReason; const r = { error_code: R.UNKNOWN_TOOL };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through an alias of the value',
        `const code = McpErrorReason.UNKNOWN_TOOL; const r = { error_code: code };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through destructuring',
        `const { UNKNOWN_TOOL: code } = McpErrorReason; const r = { error_code: code };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through destructuring of a module',
        `const { McpErrorReason: R } = engram; const r = { error_code: R.UNKNOWN_TOOL };`,
        'reasonInResult',
      ),
      invalid(
        'is followed through a shorthand',
        `const error_code = 'UNKNOWN_TOOL'; const r = { error_code };`,
        'literalInResult',
      ),
    ],
  });

  tester.run('error.data.reason', engramNamespaces, {
    valid: [
      valid(
        'takes a McpErrorReason',
        `const data = { category: 'validation', reason: McpErrorReason.UNKNOWN_TOOL, retryable: false };`,
      ),
      valid(
        'is not meant by the reason of something else',
        `const cancel = { reason: 'user stopped it' }; const x = { reason: 'UNKNOWN_TOOL' };`,
      ),
      valid(
        'may be prose where the object has a retry flag of its own',
        `const plan = { retryable: true, reason: 'the device restarts' };`,
      ),
      valid(
        'takes what a fault says',
        `const data = { category, reason: fault.reason, retryable };`,
      ),
      valid('is not meant by any object with a reason', `controller.reason = 'UNKNOWN_TOOL';`),
    ],
    invalid: [
      invalid(
        'does not take a ToolResultErrorCode beside a category',
        `const data = { category: 'internal', reason: ToolResultErrorCode.DEPENDENCY_MISSING };`,
        'codeInReason',
      ),
      invalid(
        'does not take a ToolResultErrorCode of the same name beside a retry flag',
        `const data = { reason: ToolResultErrorCode.MISSING_REQUIRED_PARAM, retryable: false };`,
        'codeInReason',
      ),
      invalid(
        'does not take a bare text of its own namespace',
        `send({ category: 'validation', reason: 'UNKNOWN_TOOL', retryable: false });`,
        'literalInReason',
      ),
      invalid(
        'does not take a bare text of the other namespace',
        `send({ category: 'validation', reason: 'MISSING_REQUIRED_PARAMETER', retryable: false });`,
        'literalInReason',
      ),
      invalid(
        'does not take a bare text that nobody declared',
        `send({ category: 'validation', reason: 'EVIDENCE_TOO_LARGE', retryable: false });`,
        'literalInReason',
      ),
      invalid(
        'is recognised by the annotation of a variable',
        `const d: ErrorData = { reason: ToolResultErrorCode.DEPENDENCY_MISSING };`,
        'codeInReason',
      ),
      invalid(
        'is recognised by satisfies',
        `const d = { reason: ToolResultErrorCode.DEPENDENCY_MISSING } satisfies ErrorData;`,
        'codeInReason',
      ),
      invalid(
        'is recognised by a cast',
        `send({ reason: 'UNKNOWN_TOOL' } as unknown as ErrorData);`,
        'literalInReason',
      ),
      invalid(
        'is recognised in an assignment to error.data',
        `error.data.reason = ToolResultErrorCode.DEPENDENCY_MISSING;`,
        'codeInReason',
      ),
      invalid(
        'is recognised in an assignment to a parameter that is ErrorData',
        `function f(d: ErrorData) { d.reason = 'UNKNOWN_TOOL'; }`,
        'literalInReason',
      ),
      invalid(
        'is followed through an alias',
        `const C = ToolResultErrorCode; const { DEPENDENCY_MISSING } = C;
         const data = { category, reason: DEPENDENCY_MISSING };`,
        'codeInReason',
      ),
    ],
  });
});
