import { it } from 'vitest';
import { Scope } from './judge/scope.js';
import { makeArguments } from './sample.js';
import { spoilArguments } from './index.js';
import { Work } from './work.js';
import { TOOL_SCHEMAS } from './testing/tool-schemas.js';
import { HOSTILE_SCHEMAS } from './testing/hostile-schemas.js';
it('x', () => {
  let sum = 0; const old = Work.prototype.spend; Work.prototype.spend = function (n) { sum += n; return old.call(this, n); };
  for (const [name, s] of [...Object.entries(TOOL_SCHEMAS), ...Object.entries(HOSTILE_SCHEMAS)]) {
    sum = 0; makeArguments(s, new Scope(s, 1e5)); const a = sum; sum = 0; const t = performance.now(); spoilArguments(s); console.log(name, a, sum, (performance.now() - t).toFixed(1));
  }
  Work.prototype.spend = old;
});
