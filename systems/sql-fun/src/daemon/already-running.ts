/** There is a daemon of this user already. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  /** Undefined where it holds the lock and has not said yet who it is. */
  readonly pid: number | undefined;
  readonly port: number | undefined;

  constructor(pid?: number, port?: number) {
    super(
      pid === undefined
        ? 'Another sql-fun-server holds the lock'
        : `sql-fun-server is running already, as process ${pid} on port ${port}`,
    );
    this.pid = pid;
    this.port = port;
  }
}
