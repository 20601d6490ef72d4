import { TIER_FLAGS, TOOL_TIERS } from '@errata/catalogs/routeros';
import { codeText, codeTexts, firstSentence, markdownTable, type Parts } from './markdown.js';
import { rolesOf, TIER_ROLES } from '../../systems/routeros/src/access/permissions.js';
import { ROLES } from '../../systems/routeros/src/access/user.js';
import { SAFETY_RULES } from '../../systems/routeros/src/safety/rules.js';
import { TOOLS } from '../../systems/routeros/src/tools/all.js';
import type { RouterosTool } from '../../systems/routeros/src/tools/tool.js';

/** The generated parts of docs/systems/routeros.md, by the name in their mark. */
export const PARTS = {
  /** Every tool: its tier, the flags that the device needs, the roles that may call it, and what it does. */
  tools: () =>
    markdownTable(
      ['tool', 'tier', 'flags of the device', 'roles', 'what it does'],
      TOOLS.map((tool) => [
        codeText(tool.name),
        tool.tier,
        codeTexts(flagsOf(tool)),
        codeTexts(rolesOf(tool)),
        firstSentence(tool.description),
      ]),
    ),
  /** What no tool and no plan does. */
  safety: () =>
    markdownTable(
      ['`safety_rule`', 'rule'],
      Object.entries(SAFETY_RULES).map(([id, { sentence }]) => [codeText(id), sentence]),
    ),
  /** What each role opens: the tools of some tiers, and those that name the role. */
  roles: () =>
    markdownTable(
      ['role', ...TOOL_TIERS, 'tools that name it'],
      ROLES.map((role) => [
        codeText(role),
        ...TOOL_TIERS.map((tier) => (TIER_ROLES[tier].includes(role) ? 'yes' : 'no')),
        codeTexts(TOOLS.filter(({ roles }) => roles?.includes(role)).map(({ name }) => name)),
      ]),
    ),
} as const satisfies Parts;

/** Only a tool that works on one device knows them; what a plan needs depends on its kind. */
function flagsOf(tool: RouterosTool): readonly string[] {
  if (tool.on !== 'device') return [];
  const byTier = tool.tier === 'fundamental' ? [] : [TIER_FLAGS[tool.tier]];
  return tool.flag === undefined ? byTier : [...byTier, tool.flag];
}
