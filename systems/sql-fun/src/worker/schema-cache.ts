import { loadSchemaFile, stampOf, type LoadedFile } from '../schema/index.js';

/** Keeps what was read from the last few files, for as long as they do not change: the file is the truth. */
export class SchemaCache {
  private readonly most: number;
  /** In the order of their last use. */
  private readonly files = new Map<string, LoadedFile>();

  constructor(most: number) {
    this.most = most;
  }

  /** Throws what the file gives cause for. */
  async get(path: string): Promise<LoadedFile> {
    const known = this.files.get(path);
    // Out of the way first: a large one is not to be held while the next is read.
    this.files.delete(path);
    const stamp = await stampOf(path);
    const file = known?.stamp === stamp ? known : await loadSchemaFile(path);
    this.files.set(path, file);
    const [oldest] = this.files.keys();
    if (this.files.size > this.most) this.files.delete(oldest!);
    return file;
  }
}
