import { describe, expect, it } from 'vitest';
import { insertParts } from './markdown.js';

const parts = { toys: () => 'a doll', tools: () => 'a saw' };
const page = ['toys', 'tools']
  .map((name) => `<!-- generated: ${name} -->\n\nold\n\n<!-- end -->`)
  .join('\n\nbetween\n\n');

describe('insertParts', () => {
  it('replaces what is between the marks and nothing else', () => {
    expect(insertParts(`# Title\n\n${page}\n\nText`, parts)).toBe(
      [
        '# Title',
        '<!-- generated: toys -->\n\na doll\n\n<!-- end -->',
        'between',
        '<!-- generated: tools -->\n\na saw\n\n<!-- end -->',
        'Text',
      ].join('\n\n'),
    );
  });

  it('leaves a page alone that is up to date', () => {
    const written = insertParts(page, parts);
    expect(insertParts(written, parts)).toBe(written);
  });

  it('takes what is generated as it is, also where it looks like a pattern', () => {
    expect(insertParts(page, { ...parts, toys: () => '$1 $& $$' })).toContain('\n\n$1 $& $$\n\n');
  });

  it.each(['things', 'toString'])('rejects a page with the mark %s, which nothing has', (name) => {
    expect(() => insertParts(page.replace('toys', name), parts)).toThrow(`under the name ${name}`);
  });

  it('rejects a page that lacks parts', () => {
    expect(() => insertParts('# Title', parts)).toThrow('no place for toys, tools');
  });
});
