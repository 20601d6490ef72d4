import { invalidDefinition } from '../failures.js';
import type { KitOptions } from '../kit.js';
import type { Prompt, PromptArgument } from '../prompt.js';
import type { Resource, ResourceTemplate, Watch } from '../resource.js';
import { createValidator } from '../schema/create-validator.js';
import type { Validator } from '../schema/validator.js';
import type { Tool } from '../tool.js';
import { Registry, type Listed } from './registry.js';
import {
  createResourceEntry,
  createTemplateEntry,
  type ResourceEntry,
  type TemplateEntry,
} from './resource-entry.js';
import { createToolEntry, type ToolEntry } from './tool-entry.js';

/** Clients get notifications of changes of these lists. */
export type ListKind = 'tools' | 'resources' | 'prompts';

const PAGE_SIZE = 100;
const DEADLINE = 5000;

/** All entries that a server offers, independent of clients. */
export class Offer {
  readonly tools: Registry<ToolEntry>;
  readonly resources: Registry<ResourceEntry>;
  readonly templates: Registry<TemplateEntry>;
  readonly prompts: Registry<PromptEntry>;
  /** Called for every change of a list. */
  onChange: ((kind: ListKind) => void) | undefined = undefined;
  readonly #options: KitOptions;
  readonly #validator: Validator;

  constructor(options: KitOptions) {
    const { tools, resources, prompts, pageSize = PAGE_SIZE } = options;
    this.#options = options;
    this.#validator = options.validator ?? createValidator();
    this.tools = new Registry('tools', pageSize, tools !== undefined);
    this.resources = new Registry('resources', pageSize, resources !== undefined);
    this.templates = new Registry('resourceTemplates', pageSize, resources !== undefined);
    this.prompts = new Registry('prompts', pageSize, prompts !== undefined);
    tools?.forEach((tool) => this.addTool(tool));
    resources?.forEach((resource) => this.addResource(resource));
    prompts?.forEach((prompt) => this.addPrompt(prompt));
  }

  /** Name and version of the server. */
  get identity() {
    const { name, version, title } = this.#options;
    return { name, version, ...(title !== undefined && { title }) };
  }

  get instructions(): string | undefined {
    return this.#options.instructions;
  }

  addTool(tool: Tool): void {
    this.tools.add(createToolEntry(tool, this.#validator));
    this.onChange?.('tools');
  }

  addResource(resource: Resource | ResourceTemplate): void {
    if ('uriTemplate' in resource) this.templates.add(createTemplateEntry(resource));
    else this.resources.add(createResourceEntry(resource));
    this.onChange?.('resources');
  }

  addPrompt(prompt: Prompt): void {
    this.prompts.add(createPromptEntry(prompt));
    this.onChange?.('prompts');
  }

  removeTool(name: string): boolean {
    return this.#told('tools', this.tools.remove(name));
  }

  /** By its URI, or by the form of a template's. */
  removeResource(uri: string): boolean {
    return this.#told('resources', this.resources.remove(uri) || this.templates.remove(uri));
  }

  removePrompt(name: string): boolean {
    return this.#told('prompts', this.prompts.remove(name));
  }

  get offersResources(): boolean {
    return this.resources.offered || this.templates.offered;
  }

  /** Whether any resource can be watched. */
  get watchable(): boolean {
    for (const { resource } of this.resources.values()) if (resource.watch) return true;
    for (const { template } of this.templates.values()) if (template.watch) return true;
    return false;
  }

  /** Whether any argument or variable can be completed. */
  get completable(): boolean {
    for (const { prompt } of this.prompts.values()) {
      if (prompt.arguments?.some(({ complete }) => complete !== undefined)) return true;
    }
    for (const { template } of this.templates.values()) if (template.complete) return true;
    return false;
  }

  /** The provider of a resource, and how to watch it. Undefined for an unknown resource. */
  ownerOf(uri: string): { readonly watch?: Watch | undefined } | undefined {
    const exact = this.resources.get(uri)?.resource;
    if (exact !== undefined) return exact;
    for (const { match, template } of this.templates.values()) if (match(uri)) return template;
    return undefined;
  }

  /** Milliseconds that a tool may take; undefined for as long as it likes. */
  deadlineOf(name: unknown): number | undefined {
    const own = typeof name === 'string' ? this.tools.get(name)?.tool.deadline : undefined;
    return (own ?? this.#options.deadline ?? DEADLINE) || undefined;
  }

  #told(kind: ListKind, changed: boolean): boolean {
    if (changed) this.onChange?.(kind);
    return changed;
  }
}

/** A prompt that is offered. */
interface PromptEntry extends Listed {
  readonly prompt: Prompt;
}

/** Hold a prompt to the rules. */
function createPromptEntry(prompt: Prompt): PromptEntry {
  const { name, title, description, arguments: args } = prompt;
  if (typeof name !== 'string' || name === '') {
    throw invalidDefinition('name: has to be a string');
  }
  return {
    key: name,
    prompt,
    listed: {
      name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(args && { arguments: args.map(toListed) }),
    },
  };
}

function toListed({ name, title, description, required }: PromptArgument): object {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(required !== undefined && { required }),
  };
}
