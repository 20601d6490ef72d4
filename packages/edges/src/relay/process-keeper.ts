import type { Pending } from './calls.js';
import type { ProcessEnd } from './failures.js';
import {
  ServerProcess,
  type Command,
  type ProcessEvents,
  type ProcessOptions,
} from './server-process.js';

/** The handshake of the client: a restarted process gets it again. */
export interface Handshake {
  /** The request from `"method"` on, without its id. */
  initialize?: string;
  /** The whole notification. */
  initialized?: string;
}

export interface KeeperOptions extends ProcessOptions {
  readonly restart: boolean;
  readonly now: () => number;
  readonly nextId: () => number;
}

const MAX_RESTARTS = 3;
const RESTART_WINDOW = 60_000;
/** How long a process that was started again may take to answer its initialize. */
const REPLAY_MS = 30_000;

/** Keeps a server process: starts it, starts it again when it is needed and was lost, and repeats the handshake then. */
export class ProcessKeeper {
  readonly handshake: Handshake = {};
  readonly #command: Command;
  readonly #events: ProcessEvents;
  readonly #options: KeeperOptions;
  readonly #restarts: number[] = [];
  #process: ServerProcess;
  #end: ProcessEnd | undefined = undefined;
  #replay: Replay | undefined = undefined;

  constructor(command: Command, events: ProcessEvents, options: KeeperOptions) {
    this.#command = command;
    this.#options = options;
    this.#events = { ...events, ended: (end) => this.#ended(end, events) };
    this.#process = this.#spawn();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get backlog(): number {
    return this.#process.backlog + (this.#replay?.bytes ?? 0);
  }

  get running(): boolean {
    return this.#process.running;
  }

  /** Make sure that there is a process for a request; otherwise tell why there is none. */
  ensure(method: string): ProcessEnd | undefined {
    if (this.#process.running) return undefined;
    const end = this.#end!;
    if (!this.#options.restart) return { ...end, how: `${end.how} and is not started again` };
    const now = this.#options.now();
    while (this.#restarts.length > 0 && now - this.#restarts[0]! >= RESTART_WINDOW)
      this.#restarts.shift();
    if (this.#restarts.length >= MAX_RESTARTS) {
      const how = `${end.how}; it was started again ${MAX_RESTARTS} times in the last minute, which is all it gets`;
      return { ...end, how };
    }
    this.#restarts.push(now);
    this.#process = this.#spawn();
    const { initialize } = this.handshake;
    if (initialize !== undefined && method !== 'initialize') this.#introduce(initialize);
    return undefined;
  }

  /** Write a line, or keep it until the process has been introduced. */
  send(line: string, pending?: Pending): void {
    if (this.#replay === undefined) {
      this.#process.write(line);
      if (pending !== undefined) pending.sent = true;
    } else {
      this.#replay.waiting.push({ line, pending });
      this.#replay.bytes += line.length;
    }
  }

  /** Removes a message that was not sent yet. False if the process may have seen it. */
  withdraw(pending: Pending): boolean {
    if (this.#replay === undefined || pending.sent) return false;
    const { waiting } = this.#replay;
    const index = waiting.findIndex((item) => item.pending === pending);
    if (index === -1) return false;
    this.#replay.bytes -= waiting[index]!.line.length;
    waiting.splice(index, 1);
    return true;
  }

  /** Whether a reply belongs to a handshake that we repeated. */
  takes(ours: number | undefined, ok: boolean): boolean {
    const replay = this.#replay;
    // Until it is introduced the process is asked nothing else: what has no id can only be about that.
    if (replay === undefined || (ours ?? replay.ours) !== replay.ours) return false;
    clearTimeout(replay.timer);
    if (ok) this.#flush(replay);
    else this.#reject(replay, 'refused the initialize of its client');
    return true;
  }

  stop(): Promise<void> {
    return this.#process.stop();
  }

  #spawn(): ServerProcess {
    this.#end = undefined;
    return new ServerProcess(this.#command, this.#events, this.#options);
  }

  #introduce(initialize: string): void {
    const ours = this.#options.nextId();
    const late = 'did not answer the initialize of its client';
    const timer = setTimeout(() => this.#reject(replay, late), REPLAY_MS);
    const replay: Replay = { ours, timer, waiting: [], bytes: 0, flaw: '' };
    this.#replay = replay;
    this.#process.write(`{"jsonrpc":"2.0","id":${ours},${initialize}`);
  }

  #reject(replay: Replay, flaw: string): void {
    replay.flaw = flaw;
    void this.#process.stop();
  }

  #flush({ waiting }: Replay): void {
    this.#replay = undefined;
    const { initialized } = this.handshake;
    if (initialized !== undefined) this.send(initialized);
    for (const { line, pending } of waiting) this.send(line, pending);
  }

  #ended(end: ProcessEnd, events: ProcessEvents): void {
    const replay = this.#replay;
    this.#replay = undefined;
    if (replay !== undefined) clearTimeout(replay.timer);
    this.#end = replay === undefined ? end : { ...end, how: describeReplay(end, replay) };
    events.ended(this.#end);
  }
}

interface Replay {
  readonly ours: number;
  readonly timer: NodeJS.Timeout;
  readonly waiting: { readonly line: string; readonly pending: Pending | undefined }[];
  bytes: number;
  /** What was wrong with how the process took it. */
  flaw: string;
}

function describeReplay({ how }: ProcessEnd, { flaw }: Replay): string {
  return `${flaw === '' ? how : `${flaw} and ${how}`} when it was started again`;
}
