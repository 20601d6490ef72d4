import { answer } from '../../answer.js';

// Hand-written: lines in, lines out, nothing else.
let rest = '';
process.stdin.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const reply = answer(line);
    if (reply !== undefined) process.stdout.write(`${reply}\n`);
  }
});
