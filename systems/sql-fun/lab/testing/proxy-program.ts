import process from 'node:process';
import { serveStdio, type ServeStdioOptions } from '../../src/proxy/serve-stdio.js';

// A proxy in a process of its own; it is told its options as JSON.
await serveStdio(JSON.parse(process.argv[2]!) as ServeStdioOptions);
