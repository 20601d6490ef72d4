/** Hints of content for its reader. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  readonly priority?: number;
  readonly lastModified?: string;
}

interface ContentBase {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface TextContent extends ContentBase {
  readonly type: 'text';
  readonly text: string;
}

/** Bytes in base64. */
export interface MediaContent extends ContentBase {
  readonly type: 'image' | 'audio';
  readonly data: string;
  readonly mimeType: string;
}

/** The text or, in base64, the bytes of a resource. */
export type ResourceContents = {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
} & ({ readonly text: string } | { readonly blob: string });

export interface EmbeddedResource extends ContentBase {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

export interface ResourceLink extends ContentBase {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** What tools and prompts say. */
export type Content = TextContent | MediaContent | EmbeddedResource | ResourceLink;
