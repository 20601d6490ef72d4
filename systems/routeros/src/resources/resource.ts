import { routeros } from '@errata/catalogs/routeros';
import type { User } from '../access/user.js';
import type { Device } from '../registry/device.js';
import type { Services } from '../services.js';

/** What a resource works with. */
export interface ResourceContext extends Services {
  readonly user: User;
  readonly signal?: AbortSignal;
  /** The device by its id, if the user may read it. Throws NOT_FOUND or FORBIDDEN. */
  admit(deviceId: string): Promise<Device>;
}

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
}

export interface ResourceText {
  readonly text: string;
  readonly mimeType: string;
}

/** Something that can be read under a URI: one URI, or all that fit a template. */
export interface Resource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: 'application/json';
  readonly uri?: string;
  readonly uriTemplate?: string;
  /** Whether a URI is one of these, before anybody looks for what it names. */
  matches(uri: string): boolean;
  /** Those that the user may read, where there are several. */
  list?(context: ResourceContext): Promise<readonly ListedResource[]>;
  /** Throws NOT_FOUND or FORBIDDEN, as the tools do. */
  read(uri: string, context: ResourceContext): Promise<ResourceText>;
}

/** Facts as the text of a resource. */
export function asJson(facts: unknown): ResourceText {
  return { text: JSON.stringify(facts), mimeType: 'application/json' };
}

/** The failure for a URI that names nothing here. */
export function resourceNotFound(uri: string) {
  return routeros.NOT_FOUND(
    { uri, resource_type: 'resource' },
    { suggestion: 'Use resources/list to see what can be read' },
  );
}
