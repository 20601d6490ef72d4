import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { renderTerminal, toJson, toJunit, toSarif, toHtml } from './index.js';
import { NO_COLORS, reportOf } from './testing/build.js';
import { SAMPLE_REPORT, STDIO_REPORT } from './testing/sample-report.js';
import { HOSTILE_REPORT } from './testing/hostile-report.js';
const ERAS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
const wide = reportOf(
  [0, 1, 2].map((n) => {
    const target = STDIO_REPORT.targets[0]!;
    const all = target.eras[0]!.results;
    return {
      ...target,
      target: `node server-${n}.js --long`,
      eras: ERAS.map((era) => ({ era, results: all.map((r) => ({ ...r, era })) })),
    };
  }),
);
it('x', () => {
  for (const [name, report] of Object.entries({
    stdio: STDIO_REPORT,
    sample: SAMPLE_REPORT,
    hostile: HOSTILE_REPORT,
    wide,
  })) {
    for (const columns of [40, 80, 120])
      writeFileSync(
        `/tmp/show/${name}.${columns}.txt`,
        renderTerminal(report, { columns, colors: NO_COLORS }),
      );
    writeFileSync(`/tmp/show/${name}.json`, toJson(report));
    writeFileSync(`/tmp/show/${name}.xml`, toJunit(report));
    writeFileSync(`/tmp/show/${name}.sarif`, toSarif(report));
    writeFileSync(`/tmp/show/${name}.html`, toHtml(report));
  }
});
