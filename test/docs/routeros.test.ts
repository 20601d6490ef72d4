import { describe, expect, it } from 'vitest';
import { CAPABILITY_FLAGS } from '../../systems/routeros/src/registry/device.js';
import { SAFETY_RULES } from '../../systems/routeros/src/safety/rules.js';
import { TOOLS } from '../../systems/routeros/src/tools/all.js';
import { insertParts } from '../../scripts/docs/markdown.js';
import { PARTS } from '../../scripts/docs/routeros.js';
import { describePage, readPage, rowsOf } from './system-page.js';

const { page } = readPage('routeros');

describePage('routeros', PARTS);

describe('the page about the system', () => {
  it('speaks of no tool that does not exist', () => {
    const topics = [...new Set(TOOLS.map(({ name }) => name.split('/', 1)[0]))].join('|');
    // Not behind a slash: that is a menu of RouterOS or a path.
    const named = page.matchAll(new RegExp(`(?<![\\w/:.-])(?:${topics})/[a-z-]+`, 'g'));
    const unknown = [...named].filter(([name]) => !TOOLS.some((tool) => tool.name === name));
    expect(unknown.map(([name]) => name)).toEqual([]);
  });

  it('names every flag', () => {
    for (const flag of CAPABILITY_FLAGS) expect(page).toContain(flag);
  });
});

describe('the tables', () => {
  it('have a row for every tool and every rule', () => {
    for (const { name } of TOOLS) expect(PARTS.tools()).toContain(`| \`${name}\` `);
    for (const rule of Object.keys(SAFETY_RULES)) expect(PARTS.safety()).toContain(rule);
  });

  it('tell the flags of tier and tool', () => {
    const row = rowsOf(PARTS.tools()).find((line) =>
      line.includes('`firewall/update-address-list`'),
    );
    expect(row).toContain('`allow_advanced_writes` `allow_firewall_writes`');
  });
});

describe('the generated parts', () => {
  it('rejects a page that lacks a part', () => {
    expect(() => insertParts('# Title', PARTS)).toThrow('no place for tools, safety, roles');
  });
});
