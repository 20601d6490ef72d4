import type { ResourceContents } from '../../content.js';
import type { Context } from '../../context.js';
import type { ResourceTemplate } from '../../resource.js';
import { matchTemplate } from '../uri-template.js';

/** As much of a request as resources look at. */
export function createContext(signal = new AbortController().signal): Context {
  return { signal } as Context;
}

/** Reads the path as a server does, as it is written behind the template's own text; undefined if that does not match. */
export async function readPath(
  template: ResourceTemplate,
  path: string,
): Promise<ResourceContents | undefined> {
  const uri = uriOf(template, path);
  const variables = matchTemplate(template.uriTemplate)(uri);
  if (!variables) return undefined;
  const [contents] = (await template.read(
    uri,
    variables,
    createContext(),
  )) as readonly ResourceContents[];
  return contents;
}

export function uriOf({ uriTemplate }: ResourceTemplate, path: string): string {
  return uriTemplate.replace('{+path}', () => path);
}
