import { readFileSync } from 'node:fs';

/** The version of this package; its manifest stands two folders above both the source and the build. */
export const VERSION: string = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  }
).version;
