import { McpErrorReason } from '@errata/catalogs/engram';
import type { Cell, Provocation } from '@errata/prove';
import { assertRetryable, assertWorked } from './read-answer.js';
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
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const { alice } = await world.main();
      const args = { query: 'x', spaces: ['weird:x'] };
      return assertRetryable(await alice.callTool('memory_query', args), false);
    },
  },
  {
    reason: McpErrorReason.POLICY_REJECT,
    variant: 'space of another',
    cause: 'A member searches in the private space of somebody else',
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const bob = await (await world.main()).bob();
      const args = { query: 'x', spaces: ['private:alice'] };
      return assertRetryable(await bob('memory_query', args), false);
    },
  },
  {
    reason: McpErrorReason.POLICY_REJECT,
    variant: 'memory of another',
    cause: 'A member asks for a memory that somebody else has in private',
    fields: ['details.rule', 'details.tool', 'details.actor'],
    async provoke(world) {
      const gateway = await world.main();
      const stored = await gateway.alice.callTool('memory_store', { content: 'for me alone' });
      const { memory_id } = assertWorked(stored, 'storing a memory');
      const bob = await gateway.bob();
      return assertRetryable(await bob('memory_get', { memory_id }), false);
    },
  },
  {
    reason: McpErrorReason.AUTH_FAILED,
    variant: 'no token',
    cause: 'A request without a bearer token',
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
    surface: 'rpc',
    impossible: needsTokens,
    async provoke(world) {
      const outside = await (await world.main()).outside('guessed-0000-1111-2222');
      return outside.callTool('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.ACTOR_UNKNOWN,
    cause: 'An actor whom nobody registered, where such are rejected',
    fields: ['details.actor'],
    async provoke(world) {
      const stranger = await (await world.main()).stranger();
      return stranger('memory_query', { query: 'x' });
    },
  },
  {
    reason: McpErrorReason.GOVERNANCE_UPDATE_DENIED,
    cause: 'A member who is no administrator, and shows no key, changes governance',
    fields: ['details.actor', 'details.setting'],
    async provoke(world) {
      const bob = await (await world.main()).bob();
      return bob('governance_update', { team_write_enabled: true });
    },
  },
];
