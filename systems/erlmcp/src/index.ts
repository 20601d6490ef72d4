export { createSample, type SampleOptions } from './sample/index.js';
export {
  serveHttp,
  serveStdio,
  serveTcp,
  type PortOptions,
  type ServeOptions,
  type TcpServing,
} from './server/index.js';
