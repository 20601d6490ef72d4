export {
  answering,
  ask,
  type AskOptions,
  busyPort,
  type ReceivedHttp as Heard,
  startRaw,
} from './http.js';
export {
  atKeyboard,
  folderBesidePackages,
  type ProgramEnd,
  programOf,
  type ProgramOptions,
  runProgram,
} from './programs.js';
export {
  closing,
  createManualClock,
  eventually,
  type ManualClock,
  openedForAll,
  openedForEach,
  temporaryFolder,
} from './lifetime.js';
export { contrastIn } from './contrast.js';
export { expectNoSecret, faultOf } from './faults.js';
