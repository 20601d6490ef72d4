import { invalidDefinition } from '../failures.js';
import type { ListedResource, Resource, ResourceTemplate } from '../resource.js';
import { matchTemplate } from '../resources/uri-template.js';
import type { Listed } from './registry.js';

/** A resource of one URI that is offered. */
export interface ResourceEntry extends Listed {
  readonly resource: Resource;
}

/** Resources of one form that are offered. */
export interface TemplateEntry extends Listed {
  readonly template: ResourceTemplate;
  readonly match: (uri: string) => Readonly<Record<string, string>> | undefined;
}

/** Hold a resource to the rules. */
export function createResourceEntry(resource: Resource): ResourceEntry {
  const { uri } = resource;
  assertNamed(resource);
  if (!URL.canParse(uri)) throw invalid('uri: has to be a URI, with its scheme');
  return { key: uri, resource, listed: toListed(resource) };
}

/** Hold a template to the rules, and compile its form. */
export function createTemplateEntry(template: ResourceTemplate): TemplateEntry {
  const { uriTemplate } = template;
  assertNamed(template);
  return {
    key: uriTemplate,
    template,
    match: compile(uriTemplate),
    listed: { uriTemplate, ...describe(template) },
  };
}

/** The members of a resource that clients see. */
export function toListed(resource: ListedResource): object {
  const { uri, size } = resource;
  return { uri, ...describe(resource), ...(size !== undefined && { size }) };
}

function describe(described: Omit<ListedResource, 'uri' | 'size'>): object {
  const { name, title, description, mimeType, annotations } = described;
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(mimeType !== undefined && { mimeType }),
    ...(annotations && { annotations }),
  };
}

function compile(uriTemplate: string): TemplateEntry['match'] {
  try {
    return matchTemplate(uriTemplate);
  } catch (cause) {
    const why = cause instanceof TypeError ? cause.message : 'is no URI template';
    throw invalidDefinition(`uriTemplate: ${why}`, { cause });
  }
}

function assertNamed({ name }: { readonly name: string }): void {
  if (typeof name !== 'string' || name === '') throw invalid('name: has to be a text');
}

function invalid(details: string) {
  return invalidDefinition(details);
}
