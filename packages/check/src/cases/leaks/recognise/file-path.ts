import { byPatterns, type Recogniser, type Row } from './recogniser.js';
import { withoutFrames } from './stack-trace.js';

/** Not inside of a longer path, nor in the path of a URL other than `file:`. */
const BEFORE = String.raw`(?<![\w.:/\\%@~-])(?:file://)?`;
const REST = String.raw`[\w.@+~-]{1,100}(?:[\\/][\w.@+~-]{1,100}){0,30}`;

const PATHS: readonly Row[] = [
  ['a path in a home folder', new RegExp(String.raw`${BEFORE}/(?:home|Users|root)/${REST}`)],
  ['a path in a home folder', new RegExp(String.raw`\b[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}${REST}`)],
  [
    'a path of installed code',
    /[\w.@/\\:+~-]{0,200}[\\/]?\bnode_modules[\\/][\w.@/\\-]{1,200}/,
    'node_modules',
  ],
  [
    'a path of installed code',
    /[\w./\\:+~-]{0,200}[\\/](?:site|dist)-packages[\\/][\w./\\-]{1,200}/,
    '-packages',
  ],
  [
    'a path of installed code',
    /[\w./~-]{0,200}\/\.cargo\/registry\/[\w.@/-]{1,200}/,
    '/.cargo/registry/',
  ],
  ['a path of installed code', /[\w./~-]{0,200}\/go\/pkg\/mod\/[\w.@/-]{1,200}/, '/go/pkg/mod/'],
  [
    'a path of installed code',
    new RegExp(String.raw`${BEFORE}/usr/(?:local/)?(?:lib|share|go|src)/${REST}`),
  ],
  [
    'a path of source code',
    new RegExp(
      String.raw`${BEFORE}(?:/|[A-Za-z]:[\\/])(?:[\w.@+~-]{1,100}[\\/]){1,30}[\w.@+~-]{1,100}\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|cs|php|exs?|erl):\d{1,7}`,
    ),
  ],
];

const inPlainText = byPatterns(PATHS);

/** Absolute paths of home folders and of code; what is in stack traces is left to them. */
export const filePath: Recogniser = (text) =>
  /[\\/]/.test(text) ? inPlainText(withoutFrames(text)) : [];

/** The first folders of a path, by which the client may know the place: `/home/ada`, `C:\Users\ada`, `/opt/app`. */
export function placeOf(path: string): string {
  const [place] = /^(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/]{1,2}[^\\/]{1,100}){1,2}/.exec(path) ?? [
    path,
  ];
  return place.replace(/^file:\/\//, '');
}
