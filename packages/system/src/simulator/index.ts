export { answerRequests, type AnswerRequest, type SeenRequest } from './answer-requests.js';
export { helpText, runCommand, type Command } from './command.js';
export {
  cutCommand,
  failCommand,
  slowCommand,
  startCommand,
  stopCommand,
} from './common-commands.js';
export { commonConditions, type CommonConditions } from './common-conditions.js';
export { Listener, type ListenerOptions } from './listener.js';
export { Mistake } from './mistake.js';
export { not, readNumber, readOnOff } from './read-argument.js';
export { MAX_BODY, readBody } from './read-body.js';
export { RequestLog } from './request-log.js';
export { runConsole, type ConsoleOptions, type RunIo } from './run-console.js';
export { sendPayload } from './send-payload.js';
