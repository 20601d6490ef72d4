import { engram, okResult } from '@errata/catalogs/engram';
import { z } from 'zod';
import { changeTeam, changeUser, listUsers } from '../admin/change-users.js';
import { mayChange } from './governance.js';
import type { ReadTool, EngramToolContext, WriteTool } from './tool.js';

export const userList: ReadTool<'user_list'> = {
  name: 'user_list',
  title: 'List users and teams',
  description:
    'List all users with their roles and teams, and all teams with their members. For administrators.',
  module: 'governance',
  effect: 'read',
  output: z.object({
    users: z.array(
      z.object({
        user: z.string(),
        role: z.string(),
        created_at: z.string(),
        token: z.boolean().describe('Whether the logbook has a token for them'),
        teams: z.array(z.string()),
      }),
    ),
    teams: z.array(z.object({ space: z.string(), members: z.array(z.string()) })),
  }),
  async run(_args, context) {
    await assertAdministrator(context, 'users');
    const { users, teams } = await listUsers(context.logbook);
    const result = okResult({
      users,
      teams: teams.map(({ space, members }) => ({ space, members: [...members] })),
    });
    return { result, line: context.lines.users(users.length, teams.length) };
  },
};

export const userUpdate: WriteTool<'user_update'> = {
  name: 'user_update',
  title: 'Add or remove a user, or rotate a token',
  description:
    'Add a user or change the role, remove a user with the token and all memberships, or create a new bearer token. The old token stops working at once, and only this result shows the new one. For administrators.',
  module: 'governance',
  effect: 'write',
  destructive: true,
  idempotent: false,
  output: z.object({
    user: z.string(),
    changed: z.boolean().describe('false: nothing to do'),
    token: z.string().optional().describe('Of rotate_token: the new bearer token'),
  }),
  async decide({ action, user, role }, context) {
    await assertAdministrator(context, 'users');
    const { actor, lines } = context;
    let done: Awaited<ReturnType<typeof changeUser>>;
    return {
      decision: { action: 'allow', detail: JSON.stringify({ action, user, role }) },
      async prepare(parts) {
        done = await changeUser(parts, { action, user, role }, actor.id, lines);
      },
      run: () =>
        Promise.resolve({
          result: okResult({ user, ...done }),
          line: lines.changed(`${action} ${user}`, done.changed),
          record: { action: 'done' },
        }),
    };
  },
};

export const teamUpdate: WriteTool<'team_update'> = {
  name: 'team_update',
  title: 'Add a user to a team, or remove one',
  description:
    'Add or remove a member of a team. Once team:<team> has a member, only members can read it, write to it and delete from it. For administrators.',
  module: 'governance',
  effect: 'write',
  destructive: true,
  idempotent: true,
  output: z.object({
    space: z.string(),
    user: z.string(),
    changed: z.boolean().describe('false: nothing to do'),
  }),
  async decide({ action, team, user }, context) {
    await assertAdministrator(context, 'teams');
    const { actor, lines } = context;
    const space = `team:${team}`;
    let changed = false;
    return {
      decision: { action: 'allow', space, detail: JSON.stringify({ action, team, user }) },
      async prepare(parts) {
        ({ changed } = await changeTeam(parts, { action, team, user }, actor.id));
      },
      run: () =>
        Promise.resolve({
          result: okResult({ space, user, changed }),
          line: lines.changed(`${action} ${user} (${space})`, changed),
          record: { action: 'done', space },
        }),
    };
  },
};

async function assertAdministrator(context: EngramToolContext, setting: string): Promise<void> {
  const { actor } = context;
  if ((await mayChange(context)).includes(actor.id)) return;
  throw engram.GOVERNANCE_UPDATE_DENIED({ actor: actor.id, setting });
}
