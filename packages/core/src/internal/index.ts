// Every layer of core, for the other packages of Errata. Not public: a name may change here in any release.
export * from '../era/index.js';
export * from '../codec/index.js';
export * from '../fault/index.js';
export * from '../catalog/index.js';
export * from '../contract/index.js';
export * from '../server/index.js';
export * from '../client/index.js';
