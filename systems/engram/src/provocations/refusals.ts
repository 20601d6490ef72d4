import { McpErrorReason } from '@errata/catalogs/engram';
import type { Cell, Provocation } from '@errata/prove';
import { asInSeed } from './as-in-seed.js';
import { assertWorked } from './read-answer.js';
import type { EngramWorld } from './world.js';

type Provoke = Provocation<EngramWorld>;

const needsTokens = ({ transport }: Cell): string | undefined =>
  transport === 'stdio' ? 'stdio has one user and no bearer tokens' : undefined;

/** −32002: what the gateway refuses by its own rules. */
export const REFUSALS: readonly Provoke[] = [
  {
    reason: McpErrorReason.POLICY_REJECT,
    variant: 'unknown space',
    cause: 'A search in a space of a kind that does not exist',
    example: asInSeed('business', 'POLICY_REJECT', '策略拒绝: <rule>', false),
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const { alice } = await world.main();
      const args = { query: 'x', spaces: ['weird:x'] };
      return alice.callTool('memory_query', args);
    },
  },
  {
    reason: McpErrorReason.POLICY_REJECT,
    variant: 'space of another',
    cause: 'A member searches in the private space of somebody else',
    example: asInSeed('business', 'POLICY_REJECT', '策略拒绝: <rule>', false),
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const bob = await (await world.main()).bob();
      const args = { query: 'x', spaces: ['private:alice'] };
      return bob('memory_query', args);
    },
  },
  {
    reason: McpErrorReason.POLICY_REJECT,
    variant: 'closed to deletion',
    cause: 'A memory is to be deleted from a team space that was closed after it was stored',
    example: asInSeed('business', 'POLICY_REJECT', '策略拒绝: <rule>', true),
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const { alice } = await world.spare();
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
      // The same call passes later, as `retryable` says.
      await open(true);
      const { deleted } = await call('memory_delete', { memory_id });
      await open(false);
      if (deleted !== true) throw new Error('the memory could not be deleted later either');
      return refused;
    },
  },
  {
    reason: McpErrorReason.AUTH_FAILED,
    variant: 'no token',
    cause: 'A request without a bearer token',
    example: asInSeed('business', 'AUTH_FAILED', '鉴权失败', false),
    surface: 'rpc',
    impossible: needsTokens,
    async provoke(world) {
      const outside = await (await world.main()).outside();
      return outside.callTool('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.AUTH_FAILED,
    variant: 'wrong token',
    cause: 'A request with a token that nobody was given',
    example: asInSeed('business', 'AUTH_FAILED', '鉴权失败', false),
    surface: 'rpc',
    impossible: needsTokens,
    async provoke(world) {
      const outside = await (await world.main()).outside('guessed-0000-1111-2222');
      return outside.callTool('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.ACTOR_UNKNOWN,
    variant: 'nobody',
    cause: 'A call with the token that several share, which does not say who is asking',
    example: asInSeed('business', 'ACTOR_UNKNOWN', '用户身份未知: <why>', false),
    impossible: needsTokens,
    async provoke(world) {
      const nobody = await (await world.main()).nobody();
      return nobody('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.ACTOR_UNKNOWN,
    variant: 'not registered',
    cause: 'An actor whom nobody registered, where such are rejected',
    example: asInSeed('business', 'ACTOR_UNKNOWN', '用户身份未知: <why>', false),
    fields: ['details.actor'],
    async provoke(world) {
      const stranger = await (await world.main()).stranger();
      return stranger('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.GOVERNANCE_UPDATE_DENIED,
    cause: 'A member who is no administrator, and shows no key, changes governance',
    example: asInSeed('business', 'GOVERNANCE_UPDATE_DENIED', '治理更新被拒绝: <why>', false),
    fields: ['details.actor', 'details.setting'],
    async provoke(world) {
      const bob = await (await world.main()).bob();
      return bob('governance_update', { team_write_enabled: true });
    },
  },
];
