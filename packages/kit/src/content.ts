import { isUtf8 } from 'node:buffer';

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

/** Text for the model. */
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

/** A resource inside a result. */
export interface EmbeddedResource extends ContentBase {
  readonly type: 'resource';
  readonly resource: ResourceContents;
}

/** A link to a resource that the client may read. */
export interface ResourceLink extends ContentBase {
  readonly type: 'resource_link';
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** Content of tools and prompts. */
export type Content = TextContent | MediaContent | EmbeddedResource | ResourceLink;

/** Bytes as contents: text if they are UTF-8, else base64. */
export function toContents(
  uri: string,
  bytes: Buffer,
  mimeType: string | undefined,
): ResourceContents {
  if (!isUtf8(bytes)) {
    return {
      uri,
      mimeType: mimeType ?? 'application/octet-stream',
      blob: bytes.toString('base64'),
    };
  }
  return { uri, mimeType: mimeType ?? 'text/plain', text: bytes.toString('utf8') };
}
