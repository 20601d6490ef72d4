export { createSample, type SampleOptions } from './sample/create-sample.js';
export {
  serveHttp,
  serveStdio,
  serveTcp,
  type PortOptions,
  type ServeOptions,
  type TcpServing,
} from './serve.js';
