export {
  type AnswerRequest,
  answerRequests,
  MAX_BODY,
  readBody,
  RequestLog,
  type SeenRequest,
  sendPayload,
} from './answer-requests.js';
export {
  type ConsoleCommand,
  commonConditions,
  type CommonConditions,
  type ConsoleOptions,
  cutCommand,
  failCommand,
  helpText,
  Mistake,
  not,
  readNumber,
  readOnOff,
  runCommand,
  runConsole,
  type RunIo,
  slowCommand,
  startCommand,
  stopCommand,
} from './console.js';
export { Listener, type ListenerOptions } from './listener.js';
