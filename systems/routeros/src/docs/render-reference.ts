import { TIER_FLAGS, TOOL_TIERS } from '@errata/catalogs/routeros';
import { ROLES, rolesOf, TIER_ROLES } from '../access/index.js';
import { SAFETY_RULES } from '../safety/index.js';
import { TOOLS } from '../tools/index.js';
import type { Tool } from '../tools/tool.js';
import { markdownTable } from './markdown-table.js';

/** Every tool: its tier, the flags that the device needs, who may call it, and what it does. */
export function renderToolTable(): string {
  return markdownTable(
    ['tool', 'tier', 'flags of the device', 'roles', 'what it does'],
    TOOLS.map((tool) => [
      code(tool.name),
      tool.tier,
      flagsOf(tool).map(code).join(' '),
      rolesOf(tool).map(code).join(' '),
      firstSentence(tool.description),
    ]),
  );
}

/** What no tool and no plan does, whoever asks for it. */
export function renderSafetyTable(): string {
  return markdownTable(
    ['`safety_rule`', 'rule'],
    Object.entries(SAFETY_RULES).map(([id, { sentence }]) => [code(id), sentence]),
  );
}

/** What each role opens: the tools of some tiers, and those that name the role. */
export function renderRoleTable(): string {
  return markdownTable(
    ['role', ...TOOL_TIERS, 'tools that name it'],
    ROLES.map((role) => [
      code(role),
      ...TOOL_TIERS.map((tier) => (TIER_ROLES[tier].includes(role) ? 'yes' : 'no')),
      TOOLS.filter(({ roles }) => roles?.includes(role))
        .map(({ name }) => code(name))
        .join(' '),
    ]),
  );
}

/** The generated parts of docs/systems/routeros.md, by the name in their mark. */
const PARTS: Readonly<Record<string, () => string>> = {
  tools: renderToolTable,
  safety: renderSafetyTable,
  roles: renderRoleTable,
};

const PART = /(<!-- generated: (\S+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g;

/** The page with its generated parts as they are now. Throws where a mark names nothing, or a part is missing. */
export function insertReference(page: string): string {
  const missing = new Set(Object.keys(PARTS));
  const written = page.replace(PART, (_, head: string, name: string, end: string) => {
    const render = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
    if (render === undefined) throw new TypeError(`nothing is generated under the name ${name}`);
    missing.delete(name);
    return `${head}${render()}${end}`;
  });
  if (missing.size === 0) return written;
  throw new TypeError(`the page has no place for ${[...missing].join(', ')}`);
}

/** Only a tool that works on one device knows them; what a plan needs depends on its kind. */
function flagsOf(tool: Tool): readonly string[] {
  if (tool.on !== 'device') return [];
  const byTier = tool.tier === 'fundamental' ? [] : [TIER_FLAGS[tool.tier]];
  return tool.flag === undefined ? byTier : [...byTier, tool.flag];
}

const code = (text: string): string => `\`${text}\``;

const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
