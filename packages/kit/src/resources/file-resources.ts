import { basename, extname, sep } from 'node:path';
import { isFault } from '@errata/core';
import { invalidParams, resourceNotFound, subscriptionFailed } from '../failures.js';
import { toContents } from '../content.js';
import type { ListedResource, ResourceTemplate } from '../resource.js';
import {
  absent,
  encodePath,
  isAbsent,
  openFile,
  openRoot,
  pathSegments,
  readUpTo,
  type Root,
} from './file-access.js';
import { completePath, listFiles, type ListedFile } from './file-lists.js';
import { matchTemplate } from './uri-template.js';
import { watchFile } from './watch-file.js';

/** Which files are offered, and how. */
export interface FileResourcesOptions {
  /** The folder; nothing outside it is ever read. */
  readonly root: string;
  /** Default: `file`. */
  readonly scheme?: string;
  /** The name of the template; default: that of the folder. */
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  /** Bytes of a file that is still read; default: 1 MiB. */
  readonly maxBytes?: number;
  /** Files of a list; default: 1,000. */
  readonly maxListed?: number;
  /** Whether files whose name begins with a dot are served. Default: false. */
  readonly hidden?: boolean;
}

/**
 * The files under a folder. Their URIs are those of any other program: `file:///` and the absolute path. Under a scheme of
 * your own the path begins at the root, and clients do not learn where that is.
 *
 * A path that tries to leave the root is INVALID_PARAMS, by its text alone. Everything that the disk decides is
 * RESOURCE_NOT_FOUND: what is missing, a folder, no regular file, hidden, not ours to read, or behind a link that leads out.
 */
export function fileResources(options: FileResourcesOptions): ResourceTemplate {
  const { scheme = 'file', maxBytes = 2 ** 20, maxListed = 1000, hidden = false } = options;
  if (!/^[a-z][a-z0-9+.-]*$/.test(scheme)) throw new TypeError(`${scheme} is no scheme of a URI`);
  const root = openRoot(options.root, hidden);
  const base = `${scheme}:///${scheme === 'file' ? pathOf(root) : ''}`;
  const uriTemplate = `${base}{+path}`;
  const match = matchTemplate(uriTemplate);
  // Joined by hand, because `join` drops the slash that says that a folder is meant.
  const placeOf = (path: string) => [root.real, ...pathSegments(path)].join(sep);

  return {
    uriTemplate,
    name: options.name ?? (basename(root.path) || 'files'),
    ...(options.title !== undefined && { title: options.title }),
    ...(options.description !== undefined && { description: options.description }),

    async read(uri, { path = '' }) {
      const place = placeOf(path);
      const bytes = await readPlace(root, place, maxBytes).catch((error: unknown) => {
        throw isAbsent(error) ? resourceNotFound(uri, { cause: error }) : error;
      });
      if (!bytes) {
        throw invalidParams(`The file has more than ${maxBytes} bytes`);
      }
      return [toContents(uri, bytes, mimeTypeOf(place))];
    },

    async list() {
      const files = await listFiles(root, maxListed);
      return files.map((file) => describe(base, file));
    },

    async watch(uri, onChange) {
      const { path } = match(uri) ?? {};
      try {
        if (path === undefined) throw absent('The URI is not of this template');
        const place = placeOf(path);
        return await watchFile(() => locate(root, place), onChange);
      } catch (error) {
        throw isFault(error) ? error : unwatchable(uri, error);
      }
    },

    complete: { path: (typed) => completePath(root, typed) },
  };
}

function pathOf({ path }: Root): string {
  const segments = path.split(sep).filter((segment) => segment !== '');
  return segments.length === 0 ? '' : `${encodePath(segments)}/`;
}

function describe(base: string, { segments, size }: ListedFile): ListedResource {
  const name = segments.join('/');
  const mimeType = mimeTypeOf(name);
  return {
    uri: base + encodePath(segments),
    name,
    size,
    ...(mimeType !== undefined && { mimeType }),
  };
}

async function readPlace(root: Root, place: string, maxBytes: number): Promise<Buffer | undefined> {
  const { handle } = await openFile(root, place);
  try {
    return await readUpTo(handle, maxBytes);
  } finally {
    await handle.close();
  }
}

/** Where a file really is; opened for a moment, so that only what can be read can be watched. */
async function locate(root: Root, place: string): Promise<string> {
  const { handle, real } = await openFile(root, place);
  await handle.close();
  return real;
}

function unwatchable(uri: string, cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  const details = isAbsent(cause)
    ? 'The file does not exist'
    : `The file cannot be watched (${code})`;
  return subscriptionFailed(uri, details, cause);
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.erl': 'text/x-erlang',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.htm': 'text/html',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.jsonl': 'application/jsonl',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.mjs': 'text/javascript',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.py': 'text/x-python',
  '.sh': 'application/x-sh',
  '.sql': 'application/sql',
  '.svg': 'image/svg+xml',
  '.toml': 'application/toml',
  '.ts': 'text/x-typescript',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webp': 'image/webp',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};

/** The type of a file by the end of its name, where that says one. */
function mimeTypeOf(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined;
}
