import type { ContentAnnotations, ResourceContents } from './content.js';
import type { Context } from './context.js';

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly annotations?: ContentAnnotations;
}

/** What reading a resource gives: a text, bytes, or whole contents. */
export type ResourceAnswer = string | Uint8Array | readonly ResourceContents[];

/** Begins to watch a resource; what it gives ends that. Throws where it cannot be watched. */
export type Watch = (uri: string, onChange: () => void) => (() => void) | Promise<() => void>;

/** A resource of one URI. */
export interface Resource extends Described {
  readonly uri: string;
  readonly size?: number;
  read(uri: string, context: Context): ResourceAnswer | Promise<ResourceAnswer>;
  /** Left out where it cannot be subscribed to. */
  readonly watch?: Watch;
}

/** A resource as it is listed. */
export type ListedResource = Omit<Resource, 'read' | 'watch'>;

/** Resources that share the form of their URIs. */
export interface ResourceTemplate extends Described {
  /** RFC 6570, level 1, and `{+path}`: `file:///{+path}`. */
  readonly uriTemplate: string;
  /** Throws RESOURCE_NOT_FOUND, or gives undefined, where there is none of this URI. */
  read(
    uri: string,
    variables: Readonly<Record<string, string>>,
    context: Context,
  ): ResourceAnswer | undefined | Promise<ResourceAnswer | undefined>;
  /** Those that there are, where they can be listed. */
  list?(context: Context): readonly ListedResource[] | Promise<readonly ListedResource[]>;
  readonly watch?: Watch;
  /** Values for a variable that begin as typed. */
  readonly complete?: Readonly<Record<string, Complete>>;
}

/** Suggests values for what was typed. */
export type Complete = (
  typed: string,
  others: Readonly<Record<string, string>>,
) => readonly string[] | Promise<readonly string[]>;
