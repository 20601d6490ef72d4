// Ignores the end of its input and SIGTERM, and answers nothing but ping.
process.on('SIGTERM', () => process.stderr.write('ignored SIGTERM\n'));
process.stdin.on('data', (chunk) => {
  for (const line of String(chunk).split('\n')) {
    if (!line.includes('"ping"')) continue;
    process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":{}}\n`);
  }
});
setInterval(() => {}, 1_000_000);
