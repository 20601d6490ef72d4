/**
 * Hand-written: lines in, lines out, nothing else.
 * @param {(text: string) => string | undefined} answer
 */
export function serveLines(answer) {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const reply = answer(line);
      if (reply !== undefined) process.stdout.write(`${reply}\n`);
    }
  });
}
