export { isAlive } from '../databases/is-alive.js';
export { AlreadyRunning } from './lock.js';
export {
  openRuntimeFolder,
  PidFileError,
  pidFilePath,
  readPidFile,
  runtimeFolder,
  type PidFile,
} from './runtime-folder.js';
export { ownVersion, startDaemon, type Daemon, type DaemonOptions } from './start-daemon.js';
