import type { ContentAnnotations, ResourceContents } from './content.js';
import type { Context } from './context.js';

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: ContentAnnotations;
}

/** The result of reading a resource: a text, bytes, or whole contents. */
export type ResourceAnswer = string | Uint8Array | readonly ResourceContents[];

/** Starts to watch a resource, and returns a function that stops it. Throws if it cannot be watched. */
export type Watch = (uri: string, onChange: () => void) => (() => void) | Promise<() => void>;

/** A resource of one URI. */
export interface Resource extends Described {
  readonly uri: string;
  readonly size?: number;
  read(uri: string, context: Context): ResourceAnswer | Promise<ResourceAnswer>;
  /** Omit it if clients cannot subscribe to the resource. */
  readonly watch?: Watch;
}

/** A resource as it is listed. */
export type ListedResource = Omit<Resource, 'read' | 'watch'>;

/** Resources that share the form of their URIs. */
export interface ResourceTemplate extends Described {
  /** RFC 6570, level 1, and `{+path}`: `file:///{+path}`. */
  readonly uriTemplate: string;
  /** Throws RESOURCE_NOT_FOUND or returns undefined if no resource has this URI. */
  read(
    uri: string,
    variables: Readonly<Record<string, string>>,
    context: Context,
  ): ResourceAnswer | undefined | Promise<ResourceAnswer | undefined>;
  /** Lists the existing resources, if possible. */
  list?(context: Context): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  readonly watch?: Watch;
  /** Values for a variable that begin as typed. */
  readonly complete?: Readonly<Record<string, Complete>>;
}

/** Suggests values for a partial input. */
export type Complete = (
  typed: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;
