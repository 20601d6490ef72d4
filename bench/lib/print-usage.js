// Preloaded into a process whose whole life is measured: at its end it writes its resource usage to descriptor 3. Node does not
// report the usage of an ended process to its parent.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: maxRSS / 1024 }));
});
