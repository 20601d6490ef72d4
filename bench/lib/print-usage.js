// Preloaded into a process whose whole life is measured: at its end it writes to descriptor 3 what it has used. A process that is
// gone cannot be asked, and Node does not tell the parent.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const { maxRSS } = process.resourceUsage();
  writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: maxRSS / 1024 }));
});
