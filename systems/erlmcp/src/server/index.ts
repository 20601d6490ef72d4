export {
  serveHttp,
  serveStdio,
  serveTcp,
  type PortOptions,
  type ServeOptions,
  type TcpServing,
} from './serve.js';
