// Writes the generated pages and parts of pages, or with --check says which of them are out of date.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KNOWN_CONTRACTS } from '@errata/catalogs';
import { CASES, toCasesMarkdown } from '@errata/check';
import { toMarkdown } from '@errata/core';
import { rolldown } from 'rolldown';
import { modelTexts } from './docs/model-texts.js';
import { drawPackages, readImportTable } from './docs/import-table.js';

const folder = new URL('../docs/errors/', import.meta.url);
const check = process.argv.includes('--check');

/** @type {Map<string, string>} */
const pages = new Map();
for (const { name, contract } of KNOWN_CONTRACTS) {
  const { catalog, layout } = contract;
  const intro = 'Generated from the catalog by `npm run docs`; edit the catalog, not this page.';
  pages.set(
    `${catalog.domain}.md`,
    toMarkdown(catalog, { title: `${name}: error reference`, intro, ...layout }),
  );
}
const list = KNOWN_CONTRACTS.map(({ name, contract: { catalog } }) => {
  return `- [${name}](${catalog.domain}.md): ${catalog.definitions.length} failures`;
});
pages.set(
  'README.md',
  `# Error references\n\nGenerated from the catalogs by \`npm run docs\`.\n\n${list.join('\n')}\n`,
);

pages.set('../check-cases.md', toCasesMarkdown(CASES));

// Programs shown in the README are the examples that CI runs.
const readme = new URL('../README.md', import.meta.url);
const shown = readFileSync(readme, 'utf8').replace(
  /(<!-- (examples\/\S+) -->\n\n```js\n)[\s\S]*?```/g,
  (_, head, file) => `${head}${readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')}\`\`\``,
);
pages.set('../../README.md', shown);

// The tables of the systems' pages come from their tools and rules.
const { insertParts, PAGES, toolTexts } = await loadRenderers();
pages.set('../model-texts.md', modelTexts(toolTexts()));
for (const [system, parts] of Object.entries(PAGES)) {
  const page = new URL(`../docs/systems/${system}.md`, import.meta.url);
  pages.set(`../systems/${system}.md`, insertParts(readFileSync(page, 'utf8'), parts));
}

// What an example printed, with refs that do not change.
const guardPage = readFileSync(new URL('../docs/guard.md', import.meta.url), 'utf8');
const example = fileURLToPath(new URL('../examples/what-guard-changes.js', import.meta.url));
const beforeAndAfter = () => {
  const printed = execFileSync(process.execPath, [example], {
    encoding: 'utf8',
    env: { ...process.env, ERRATA_DEV: '0' },
  });
  return `\`\`\`\n${printed.trim().replaceAll(/corr-[0-9a-f]{16}/g, 'corr-…')}\n\`\`\``;
};
pages.set('../guard.md', insertParts(guardPage, { guard: beforeAndAfter }));

const architecture = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8');
const packages = () => drawPackages(readImportTable(architecture));
pages.set('../architecture.md', insertParts(architecture, { packages }));

const stale = [...pages].filter(([file, text]) => {
  const url = new URL(file, folder);
  return !existsSync(url) || readFileSync(url, 'utf8') !== text;
});
const extra = existsSync(folder) ? readdirSync(folder).filter((file) => !pages.has(file)) : [];

if (check) {
  for (const [file] of stale) console.error(`docs/errors/${file} is out of date`);
  for (const file of extra) console.error(`docs/errors/${file} belongs to no catalog`);
  if (stale.length + extra.length > 0) {
    console.error('Run `npm run docs` and commit the result.');
    process.exit(1);
  }
  console.log(`${pages.size} generated pages are up to date`);
} else {
  mkdirSync(fileURLToPath(folder), { recursive: true });
  for (const [file, text] of stale) writeFileSync(new URL(file, folder), text);
  for (const file of extra) rmSync(new URL(file, folder));
  console.log(`wrote ${stale.length} of ${pages.size} pages`);
}

/**
 * They read the tools and rules from the source of the systems, which has no subpath of its own.
 * @returns {Promise<typeof import('./docs/pages.js')>}
 */
async function loadRenderers() {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('docs/pages.ts', import.meta.url)),
    platform: 'node',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // One copy of each package: the built one.
    external: (id) => /^[^./]/.test(id),
  });
  const dir = fileURLToPath(new URL('../node_modules/.cache/errata-docs/', import.meta.url));
  await bundle.write({ dir, format: 'esm', entryFileNames: 'pages.mjs' });
  await bundle.close();
  return import(`${dir}/pages.mjs`);
}
