import process from 'node:process';
import { startServer } from '../wire/child.js';

// Starts a server that reads nothing but the port in the first argument, and ends without ending it.
const deaf = `
  const socket = require('node:net').connect(${process.argv[2]}, '127.0.0.1', () => console.log('ready'));
  process.on('SIGTERM', () => undefined);
  setTimeout(() => socket.end('still here'), 20_000);
`;
await startServer({ command: process.execPath, args: ['-e', deaf], ready: /^ready$/ });
process.exit(3);
