/** One section of "One request, end to end": the paths that it is about, and the files that its steps name. */
export interface Section {
  readonly paths: readonly string[];
  readonly files: readonly string[];
}

/** A file with more calls than this is part of the story. */
const MANY_CALLS = 20;

/** The path whose steps hold for all others too. */
const SHARED = 'core-server';

/** A section is about paths where it says ``npm run trace -- <paths>`` on a line of its own. */
export function readWalk(page: string): Section[] {
  return page.split(/^#{2,3} /m).flatMap((section) => {
    const [, names] = /^`npm run trace -- ([\w -]+)`$/m.exec(section) ?? [];
    if (names === undefined) return [];
    const steps = [...section.matchAll(/^\d+\. .*(?:\n {3}.*)*/gm)].join('\n');
    const files = [...steps.matchAll(/`([a-z]+\/[\w/-]+\.ts)`/g)].map(([, file]) => file!);
    return [{ paths: names.split(' '), files }];
  });
}

interface TracedFiles {
  readonly files: readonly { readonly file: string; readonly calls: number }[];
}

/** What has to change in the walk, so that it is what the trace of a path shows. */
export function compareWalk(
  path: string,
  sections: readonly Section[],
  { files }: TracedFiles,
): string[] {
  const entered = files.map(({ file }) => shortPath(file));
  const named = filesOf(path, sections);
  const missing = named
    .filter((file) => !entered.includes(file))
    .map(
      (file) =>
        `${path} does not enter ${file}: take it out of the steps, or name the file that has its work now`,
    );
  const present = named.filter((file) => entered.includes(file));
  const disordered = present.flatMap((file, index) => {
    const before = present[index - 1];
    return before === undefined || entered.indexOf(before) <= entered.indexOf(file)
      ? []
      : [`${path} enters ${file} before ${before}: name them in that order`];
  });
  const known = [...named, ...filesOf(SHARED, sections)];
  const silent = files
    .filter(({ file, calls }) => calls > MANY_CALLS && !known.includes(shortPath(file)))
    .map(
      ({ file, calls }) =>
        `${path} calls functions of ${shortPath(file)} ${calls} times: name it in a step of ${path}`,
    );
  return [...missing, ...disordered, ...silent];
}

function filesOf(path: string, sections: readonly Section[]): readonly string[] {
  return sections.find(({ paths }) => paths.includes(path))?.files ?? [];
}

/** As the page and `npm run trace` write it. */
function shortPath(file: string): string {
  return file.replace(/^packages\/([\w-]+)\/src\//, '$1/');
}
