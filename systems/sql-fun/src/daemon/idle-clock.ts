/** Tells when nobody has been there for a while. */
export class IdleClock {
  private readonly milliseconds: number;
  private readonly onIdle: () => void;
  private timer: NodeJS.Timeout | undefined = undefined;
  private held = 0;
  private running = false;

  /** With 0 milliseconds it never does. */
  constructor(milliseconds: number, onIdle: () => void) {
    this.milliseconds = milliseconds;
    this.onIdle = onIdle;
  }

  start(): void {
    this.running = true;
    this.touch();
  }

  /** Somebody was there: begin to count again. */
  touch(): void {
    clearTimeout(this.timer);
    if (!this.running || this.held > 0 || this.milliseconds === 0) return;
    this.timer = setTimeout(this.onIdle, this.milliseconds);
  }

  /** Somebody is there, until the function that it gives back is called. */
  hold(): () => void {
    this.held++;
    clearTimeout(this.timer);
    let holding = true;
    return () => {
      if (!holding) return;
      holding = false;
      this.held--;
      this.touch();
    };
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
  }
}
