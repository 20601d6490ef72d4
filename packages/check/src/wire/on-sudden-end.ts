import process from 'node:process';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const works = new Set<() => void>();

const workAll = (): void => works.forEach((work) => work());

function onSignal(signal: NodeJS.Signals): void {
  // Whoever else listens decides what becomes of this process, and ends it when it is time.
  if (process.listenerCount(signal) > 1) return;
  workAll();
  process.off(signal, onSignal);
  process.kill(process.pid, signal);
}

/** Something to do when this process ends in the middle of everything; the function that is returned calls it off. */
export function onSuddenEnd(work: () => void): () => void {
  if (works.size === 0) {
    process.prependListener('exit', workAll);
    for (const signal of SIGNALS) process.on(signal, onSignal);
  }
  works.add(work);
  return () => {
    if (!works.delete(work) || works.size > 0) return;
    process.off('exit', workAll);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
}
