import type { ToolResultErrorCode } from '@errata/catalogs/engram';

/** When a refusal has which code. */
export const ERROR_CODE_CAUSES: Readonly<Record<keyof typeof ToolResultErrorCode, string>> = {
  DEPENDENCY_MISSING:
    '`memory_store` with evidence that has to be checked (`evidence_mode` is `strict`), while the evidence module is switched off',
  MISSING_REQUIRED_PARAMETER: 'never; it is declared because the original gateway sends it',
  MISSING_REQUIRED_PARAM:
    '`memory_store` with evidence without `sha256`, while `evidence_mode` is `strict`: rule `evidence_hash_missing`',
  POLICY_REJECTED: '`memory_store` against any other rule that rejects; `rule` names it',
  ADMIN_KEY_REJECTED: '`governance_update` with a wrong admin key',
};
