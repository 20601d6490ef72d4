import { assertWorked, type Cell, type Provocation } from '@errata/prove';
import { failure, onMain, onSpare } from './failure.js';
import type { EngramWorld } from './world.js';

const needsTokens = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'stdio has one user and no bearer tokens' : undefined;

const policyReject = (retryable: boolean) =>
  failure('business', 'POLICY_REJECT', '策略拒绝: <rule>', {
    retryable,
    details: ['rule', 'tool', 'actor'],
  });

const authFailed = {
  ...failure('business', 'AUTH_FAILED', '鉴权失败'),
  surface: 'rpc',
  impossible: needsTokens,
} as const;

const UNKNOWN = '用户身份未知: <why>';

/** −32002: what the gateway refuses by its own rules. */
export const REFUSALS: readonly Provocation<EngramWorld>[] = [
  {
    ...policyReject(false),
    variant: 'unknown space',
    cause: 'A search in a space of a kind that does not exist',
    provoke: onMain(({ alice }) =>
      alice.callTool('memory_query', { query: 'x', spaces: ['weird:x'] }),
    ),
  },
  {
    ...policyReject(false),
    variant: 'space of another',
    cause: 'A member searches in the private space of another user',
    provoke: onMain(async (gateway) => {
      const bob = await gateway.bob();
      return bob('memory_query', { query: 'x', spaces: ['private:alice'] });
    }),
  },
  {
    ...policyReject(true),
    variant: 'closed to deletion',
    cause: 'A memory is to be deleted from a team space that was closed after it was stored',
    provoke: onSpare(async ({ alice, dialect }) => {
      const call = async (tool: string, args: object) =>
        assertWorked(await alice.callTool(tool, args), tool);
      const open = (team_write_enabled: boolean) =>
        call('governance_update', { team_write_enabled });
      const memory = { content: 'for all of us', target_space: 'team:search', kind: 'PROCEDURE' };
      await open(true);
      const evidence = [{ note: 'agreed by all' }];
      const { memory_id } = await call('memory_store', { ...memory, evidence });
      await open(false);
      const refused = await alice.callTool('memory_delete', { memory_id });
      // The Python server cannot delete, whatever governance says.
      if (dialect === 'py') return refused;
      // The same call passes later, as `retryable` says.
      await open(true);
      const { deleted } = await call('memory_delete', { memory_id });
      await open(false);
      if (deleted !== true) throw new Error('the memory could not be deleted later either');
      return refused;
    }),
  },
  {
    ...authFailed,
    variant: 'no token',
    cause: 'A request without a bearer token',
    provoke: onMain(async (gateway) =>
      (await gateway.outside()).callTool('memory_query', { query: 'x' }),
    ),
  },
  {
    ...authFailed,
    variant: 'wrong token',
    cause: 'A request with an unknown token',
    provoke: onMain(async (gateway) => {
      const outside = await gateway.outside('guessed-0000-1111-2222');
      return outside.callTool('memory_query', { query: 'x' });
    }),
  },
  {
    ...failure('business', 'ACTOR_UNKNOWN', UNKNOWN),
    variant: 'unnamed',
    cause: 'A call with the token that several share, which does not say who is asking',
    impossible: needsTokens,
    provoke: onMain(async (gateway) => (await gateway.unnamed())('memory_query', { query: 'x' })),
  },
  {
    ...failure('business', 'ACTOR_UNKNOWN', UNKNOWN, { details: ['actor'] }),
    variant: 'not registered',
    cause: 'An actor who is not registered, where such are rejected',
    provoke: onMain(async (gateway) => (await gateway.stranger())('memory_query', { query: 'x' })),
  },
  {
    ...failure('business', 'GOVERNANCE_UPDATE_DENIED', '治理更新被拒绝: <why>', {
      details: ['actor', 'setting'],
    }),
    cause: 'A member who is no administrator, and shows no key, changes governance',
    provoke: onMain(async (gateway) =>
      (await gateway.bob())('governance_update', { team_write_enabled: true }),
    ),
  },
];
