// One server in a process of its own: what guards change in objects that the SDK's code sees would otherwise slow the bare one
// down too. Told a case and a count, it answers with the CPU nanoseconds that these calls took.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectYoung, cpuNanoseconds } from '../../lib/cpu.js';
import { HELLO } from '../../lib/mcp-messages.js';
import { connect } from '../core/connect.js';
import { openInMemory } from '../core/implementations/sdk-server.js';
import { CASES, createTexts } from './cases.js';
import { createSubject, SUBJECTS } from './servers/subjects.js';
import { whatIsWrong } from './verify.js';

/** @typedef {import('./servers/subjects.js').Mode} Mode */

const [name, mode] = /** @type {[string, Mode]} */ (process.argv.slice(2));
const subject = SUBJECTS.find((each) => each.name === name);
if (subject === undefined) throw new Error(`there is no ${name}`);
const server = await createSubject(subject, mode);

const connection = await connect({
  name,
  role: 'peer',
  open: (write) => openInMemory((transport) => subject.connect(server, transport), write),
});
if (subject.era === '2025-11-25') await connection.ask(JSON.stringify(HELLO), 5_000);

const texts = new Map(CASES.map((each) => [each, createTexts(each, subject.era)]));
for (const [each, [text = '']] of texts) {
  const reply = (await connection.ask(text, 5_000)) ?? 'null';
  const wrong = whatIsWrong(each, mode, text, reply);
  if (wrong !== undefined) {
    throw new Error(`${name}, ${mode}, answers ${each} wrongly: ${wrong}\n${reply}`);
  }
}

/** @param {import('./cases.js').CaseName} each @param {number} count */
async function measure(each, count) {
  await nextTurn();
  collectYoung();
  const before = cpuNanoseconds();
  await connection.run(texts.get(each) ?? [], count);
  return cpuNanoseconds() - before;
}

process.on(
  'message',
  (/** @type {{ run: import('./cases.js').CaseName, count: number }} */ job) => {
    void measure(job.run, job.count).then((cpu) => process.send?.({ cpu }));
  },
);
// Nothing else keeps this process alive.
process.channel?.ref();
process.send?.('ready');
