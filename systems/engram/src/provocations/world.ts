import type { World } from '@errata/prove';

/** The command that serves this system, such as `node errata.js serve engram`. */
export type Command = readonly [program: string, ...args: string[]];

export type EngramWorld = World;
