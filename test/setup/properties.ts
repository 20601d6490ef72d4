import fc from 'fast-check';

// Every run is the same: a test that fails now and then teaches people to ignore tests. `ERRATA_SEED=$RANDOM ERRATA_RUNS=10000`
// explores. A property that names no number of runs takes that of its circle.
fc.configureGlobal({
  seed: Number(process.env['ERRATA_SEED'] ?? 20260728),
  numRuns: Number(process.env['ERRATA_RUNS']),
});
