export { bearerToken } from './bearer-token.js';
export { countCalls, type Counted } from './count-calls.js';
export { hostsOf } from './hosts-of.js';
export { hostAndPort, httpUrl } from './http-url.js';
export { isLoopback } from './is-loopback.js';
export { serveJson } from './serve-json.js';
export { stateFolder } from './state-folder.js';
export { versionOf } from './version-of.js';
