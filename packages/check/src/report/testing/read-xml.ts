/** Elements of an XML text with their attributes, in order; throws where it is not well-formed, or has a character that XML 1.0 forbids. */
export function readXml(
  xml: string,
): readonly { name: string; attributes: Record<string, string> }[] {
  const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u.exec(xml);
  if (forbidden !== null) throw new Error(`forbidden character at ${forbidden.index}`);
  const tag = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>/y;
  const text = /[^<&]*(?:&(?:amp|lt|gt|quot|#\d+);[^<&]*)*/y;
  const open: string[] = [];
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  let at = xml.indexOf('?>') + 2;
  while (at < xml.length) {
    text.lastIndex = at;
    at += text.exec(xml)![0].length;
    if (at === xml.length) break;
    tag.lastIndex = at;
    const found = tag.exec(xml);
    if (found === null) throw new Error(`no tag at ${at}: ${xml.slice(at, at + 60)}`);
    const [whole, end, name = '', attributes = '', empty] = found;
    if (end === '/' && open.pop() !== name) throw new Error(`</${name}> closes nothing at ${at}`);
    if (end === '') elements.push({ name, attributes: readAttributes(attributes) });
    if (end === '' && empty === '') open.push(name);
    at += whole.length;
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(' ')}`);
  return elements;
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => {
    if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(value!)) throw new Error(`bad reference in ${value}`);
    return [name!, value!];
  });
  return Object.fromEntries(pairs) as Record<string, string>;
}
