/** What renders the generated parts of a page, by the name in their mark. */
export type Parts = Readonly<Record<string, () => string>>;

const PART = /(<!-- generated: (\S+) -->\n\n)[\s\S]*?(\n\n<!-- end -->)/g;

/** The page with its generated parts as they are now. Throws where a mark names nothing, or a part is missing. */
export function insertParts(page: string, parts: Parts): string {
  const missing = new Set(Object.keys(parts));
  const written = page.replace(PART, (_, head: string, name: string, end: string) => {
    const render = Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (render === undefined) throw new TypeError(`nothing is generated under the name ${name}`);
    missing.delete(name);
    return `${head}${render()}${end}`;
  });
  if (missing.size === 0) return written;
  throw new TypeError(`the page has no place for ${[...missing].join(', ')}`);
}
