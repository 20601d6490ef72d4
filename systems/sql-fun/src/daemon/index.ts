export { AlreadyRunning } from './already-running.js';
export type { Daemon, DaemonOptions, EndReason } from './daemon-options.js';
export { isAlive } from '../databases/is-alive.js';
export {
  PidFileError,
  pidFilePath,
  readPidFile,
  type PidFile,
  type PidFileProblem,
} from './pid-file.js';
export { openRuntimeFolder, runtimeFolder, RuntimeFolderError } from './runtime-folder.js';
export { TOO_MANY_CLIENTS } from './session.js';
export { startDaemon } from './start-daemon.js';
