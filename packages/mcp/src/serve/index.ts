export type { SdkFactory, SdkFactoryContext, ServedSdk } from './factory.js';
export { serve, type ServeOptions, type Serving } from './serve.js';
