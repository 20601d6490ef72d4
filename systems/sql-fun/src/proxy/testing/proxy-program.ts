import process from 'node:process';
import { serveOnStdio, type ServeOnStdioOptions } from '../serve-on-stdio.js';

// A proxy in a process of its own; it is told its options as JSON.
await serveOnStdio(JSON.parse(process.argv[2]!) as ServeOnStdioOptions);
