import { printable } from './printable.js';

/** Text as content of XML. What XML forbids must not be in it any more, but line ends may. */
export function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Attributes with any texts at all: what can not be seen is named. */
export function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${text(printable(value)).replaceAll('"', '&quot;')}"`)
    .join('');
}

/** An element with content that is XML already. */
export function element(
  name: string,
  values: Readonly<Record<string, string>>,
  content = '',
): string {
  const begin = `<${name}${attributes(values)}`;
  if (content === '') return `${begin}/>`;
  return content.startsWith('<')
    ? `${begin}>\n${content}\n</${name}>`
    : `${begin}>${content}</${name}>`;
}
