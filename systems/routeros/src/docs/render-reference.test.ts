import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAPABILITY_FLAGS } from '../registry/device.js';
import { SAFETY_RULES } from '../safety/index.js';
import { TOOLS } from '../tools/index.js';
import {
  insertReference,
  renderRoleTable,
  renderSafetyTable,
  renderToolTable,
} from './render-reference.js';

const page = readFileSync(new URL('../../../../docs/systems/routeros.md', import.meta.url), 'utf8');

describe('the page about the system', () => {
  it('has the tables as they are generated now', () => {
    expect(insertReference(page)).toBe(page);
  });

  it.each([renderToolTable, renderSafetyTable, renderRoleTable])('has %o', (render) => {
    expect(page).toContain(`\n\n${render()}\n\n<!-- end -->`);
  });

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
    for (const { name } of TOOLS) expect(renderToolTable()).toContain(`| \`${name}\` `);
    for (const rule of Object.keys(SAFETY_RULES)) expect(renderSafetyTable()).toContain(rule);
  });

  it('tell the flags of tier and tool', () => {
    const row = renderToolTable()
      .split('\n')
      .find((line) => line.includes('`firewall/update-address-list`'));
    expect(row).toContain('`allow_advanced_writes` `allow_firewall_writes`');
  });
});

describe('insertReference', () => {
  const all = ['tools', 'safety', 'roles']
    .map((name) => `<!-- generated: ${name} -->\n\nold\n\n<!-- end -->`)
    .join('\n\n');

  it('replaces what is between the marks and nothing else', () => {
    const written = insertReference(`# Title\n\n${all}\n\nText`);
    expect(written).toMatch(/^# Title\n\n<!-- generated: tools -->\n\n\| tool /);
    expect(written).toMatch(/<!-- end -->\n\nText$/);
    expect(written).not.toContain('old');
  });

  it('rejects a page with a mark that it does not know', () => {
    expect(() => insertReference(all.replace('tools', 'toys'))).toThrow(/under the name toys/);
  });

  it('rejects a page that lacks a part', () => {
    expect(() => insertReference('# Title')).toThrow('no place for tools, safety, roles');
  });
});
