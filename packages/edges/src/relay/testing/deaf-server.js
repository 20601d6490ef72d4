// Never reads its input, until a signal ends it.
process.stderr.write('deaf\n');
setInterval(() => {}, 1_000_000);
