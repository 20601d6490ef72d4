import { isAlive, PidFileError, pidFilePath, readPidFile, type PidFile } from '../daemon/index.js';
import { unreachable, type Sought } from './unreachable.js';

/** The PID file of a runtime folder, as what is looked for. */
export function pidFileIn(folder: string): Sought {
  return { target: 'pid_file', name: pidFilePath(folder) };
}

/** The daemon that the PID file tells of, if its process lives. Rejects with −32000. */
export async function findDaemon(folder: string): Promise<PidFile> {
  const sought = pidFileIn(folder);
  const found = await readPidFile(folder).catch((thrown: unknown) => {
    throw toUnreachable(thrown, sought);
  });
  if (isAlive(found.pid)) return found;
  throw unreachable(sought, `The PID file is stale: process ${found.pid} is gone`, {
    absent: true,
    suggestion: HOW_TO_START,
  });
}

export const HOW_TO_START =
  'Start the server with `errata serve sql-fun --daemon`, then call again';

function toUnreachable(thrown: unknown, sought: Sought) {
  if (!(thrown instanceof PidFileError)) {
    return unreachable(sought, `The PID file ${sought.name} cannot be read`, { cause: thrown });
  }
  const { reason, message, cause } = thrown;
  if (reason === 'missing') {
    const details = `No server is running: there is no ${sought.name}`;
    return unreachable(sought, details, { absent: true, suggestion: HOW_TO_START, cause });
  }
  return unreachable(sought, message, {
    suggestion: 'Ask the user about this file',
    cause,
  });
}
