export { sampleArguments } from './sample.js';
export { spoilArguments } from './spoil.js';
export type { Spoiled, SpoiledKind } from './spoiled.js';
