export { createSample, type SampleOptions } from './sample/index.js';
export {
  serveOnHttp,
  serveOnStdio,
  serveOnTcp,
  type PortOptions,
  type ServeOptions,
  type TcpServing,
} from './server/index.js';
