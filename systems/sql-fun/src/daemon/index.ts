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
export { startDaemon, VERSION, type Daemon, type DaemonOptions } from './start-daemon.js';
