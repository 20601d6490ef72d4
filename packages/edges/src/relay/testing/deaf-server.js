// Never reads its input, until it is told to end.
process.stderr.write('deaf\n');
setInterval(() => {}, 1_000_000);
