import { TIER_FLAGS, TOOL_TIERS } from '@errata/catalogs/routeros';
import {
  codeText,
  codeTexts,
  firstSentence,
  insertParts,
  markdownTable,
  type Parts,
} from './markdown.js';
import { rolesOf, TIER_ROLES } from '../../systems/routeros/src/access/permissions.js';
import { ROLES } from '../../systems/routeros/src/access/user.js';
import { SAFETY_RULES } from '../../systems/routeros/src/safety/rules.js';
import { TOOLS } from '../../systems/routeros/src/tools/all.js';
import type { Tool } from '../../systems/routeros/src/tools/tool.js';

/** Every tool: its tier, the flags that the device needs, who may call it, and what it does. */
export function renderToolTable(): string {
  return markdownTable(
    ['tool', 'tier', 'flags of the device', 'roles', 'what it does'],
    TOOLS.map((tool) => [
      codeText(tool.name),
      tool.tier,
      codeTexts(flagsOf(tool)),
      codeTexts(rolesOf(tool)),
      firstSentence(tool.description),
    ]),
  );
}

/** What no tool and no plan does, whoever asks for it. */
export function renderSafetyTable(): string {
  return markdownTable(
    ['`safety_rule`', 'rule'],
    Object.entries(SAFETY_RULES).map(([id, { sentence }]) => [codeText(id), sentence]),
  );
}

/** What each role opens: the tools of some tiers, and those that name the role. */
export function renderRoleTable(): string {
  return markdownTable(
    ['role', ...TOOL_TIERS, 'tools that name it'],
    ROLES.map((role) => [
      codeText(role),
      ...TOOL_TIERS.map((tier) => (TIER_ROLES[tier].includes(role) ? 'yes' : 'no')),
      codeTexts(TOOLS.filter(({ roles }) => roles?.includes(role)).map(({ name }) => name)),
    ]),
  );
}

/** The generated parts of docs/systems/routeros.md, by the name in their mark. */
const PARTS: Parts = {
  tools: renderToolTable,
  safety: renderSafetyTable,
  roles: renderRoleTable,
};

/** The page with its generated parts as they are now. */
export function insertReference(page: string): string {
  return insertParts(page, PARTS);
}

/** Only a tool that works on one device knows them; what a plan needs depends on its kind. */
function flagsOf(tool: Tool): readonly string[] {
  if (tool.on !== 'device') return [];
  const byTier = tool.tier === 'fundamental' ? [] : [TIER_FLAGS[tool.tier]];
  return tool.flag === undefined ? byTier : [...byTier, tool.flag];
}
