import { RESULT_FORMS, ToolResultErrorCode } from '@errata/catalogs/engram';
import type { ResultForm } from '@errata/prove';
import { UNKNOWN_HASH, whileStrict } from './while-strict.js';
import type { EngramWorld } from './world.js';

/** What the gateway answers beside the rows of the seed. */
export const FURTHER_RESULTS: readonly ResultForm<EngramWorld>[] = [
  {
    name: 'memory_store another space',
    cause: 'Writing to team spaces is switched off, and the memory is kept in the private one',
    expect: {
      isError: false,
      members: {
        ...{ ok: true, memory_id: String, space: 'private:alice' },
        ...{ requested_space: 'team:search', rule: 'team_write_disabled', message: String },
      },
    },
    firstLine: /^REDIRECTED: /,
    async show(world) {
      const { alice } = await world.main();
      const args = { content: 'for all of us', target_space: 'team:search', kind: 'PROCEDURE' };
      return alice.callTool('memory_store', args);
    },
  },
  {
    name: 'memory_store reject for good',
    cause: 'There is no such kind of space, whatever governance says',
    expect: {
      isError: true,
      members: {
        ...RESULT_FORMS.reject,
        error_code: ToolResultErrorCode.POLICY_REJECTED,
        ...{ rule: 'unknown_space', retryable: false, message: String },
      },
    },
    firstLine: /^POLICY_REJECTED: /,
    async show(world) {
      const { alice } = await world.main();
      return alice.callTool('memory_store', { content: 'x', target_space: 'weird:x' });
    },
  },
  {
    name: `memory_store ${ToolResultErrorCode.MISSING_REQUIRED_PARAM}`,
    cause: 'The evidence has no hash, as long as governance asks for one',
    expect: {
      isError: true,
      members: {
        ...RESULT_FORMS.reject,
        error_code: ToolResultErrorCode.MISSING_REQUIRED_PARAM,
        ...{ rule: 'evidence_hash_missing', retryable: true, message: String },
      },
    },
    firstLine: /^MISSING_REQUIRED_PARAM: /,
    show: async (world) => whileStrict(await world.main(), { uri: 'https://example.org/' }),
  },
  {
    name: `memory_store ${ToolResultErrorCode.DEPENDENCY_MISSING}`,
    cause: 'The evidence is to be checked, and the evidence module is switched off',
    expect: {
      isError: true,
      members: {
        ok: false,
        error_code: ToolResultErrorCode.DEPENDENCY_MISSING,
        ...{ retryable: false, message: String },
      },
    },
    firstLine: /^DEPENDENCY_MISSING: /,
    show: async (world) => whileStrict(await world.spare(), { sha256: UNKNOWN_HASH }),
  },
];
