import process from 'node:process';

// A program that cannot come up.
process.stderr.write('a module is missing\n');
process.exit(9);
