/**
 * House rules that no linter checks: file names, imports between features, zod. Pure functions from files to
 * error messages.
 */
import { basename, dirname, join } from 'node:path/posix';

export type SourceFile = { path: string; text: string };

/** Ambiguous or empty words that a file name must not contain. STYLE.md lists alternatives. */
const banned: ReadonlySet<string> = new Set([
  'aside',
  'away',
  'beside',
  'course',
  'locks',
  'places',
  'pours',
  'side',
  'told',
  'turns',
  'way',
]);

/** Words of a file name: `useMessageKeys.ts` → use, message, keys. */
const wordsOf = (path: string): string[] => {
  const [stem = ''] = basename(path).split('.');
  return stem
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_]/);
};

/** @param exceptions file names to be renamed later; an exception that no file needs is also reported */
export function checkFileNames(paths: readonly string[], exceptions: readonly string[]): string[] {
  const code = paths.filter(path => /\.(?:tsx?|m?js)$/.test(path));
  const names = new Set(code.map(path => basename(path)));
  const wrong = code.flatMap(path => {
    const word = wordsOf(path).find(one => banned.has(one));
    return word && !exceptions.includes(basename(path))
      ? [`${path}: "${word}" is too vague for a file name`]
      : [];
  });
  return [...wrong, ...stale(exceptions, name => names.has(name))];
}

const stale = (exceptions: readonly string[], isNeeded: (exception: string) => boolean): string[] =>
  exceptions.filter(one => !isNeeded(one)).map(one => `${one}: remove this exception: it is not needed`);

/** Most lines of a source file that is not a table. */
export const maxFileLines = 250;

const isTestFile = (path: string): boolean =>
  /\.(?:test|spec|bench)\.tsx?$|contract\.ts$|(?:^|\/)(?:testing|contract)\//.test(path);

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** Rejects long source files, which hold more than one noun. @param exceptions tables, and files still to be split */
export function checkFileSizes(files: readonly SourceFile[], exceptions: readonly string[]): string[] {
  const isLong = ({ path, text }: SourceFile) =>
    !path.includes('.gen.') && !isTestFile(path) && linesOf(text) > maxFileLines;
  const long = files.filter(isLong);
  return [
    ...long
      .filter(({ path }) => !exceptions.includes(path))
      .map(
        ({ path, text }) => `${path}: ${linesOf(text)} lines, at most ${maxFileLines}: split it at a noun`,
      ),
    ...stale(exceptions, path => long.some(file => file.path === path)),
  ];
}

const allowsLongFunction = ({ text }: SourceFile): boolean =>
  /\/\/ biome-ignore lint\/complexity\/noExcessiveLinesPerFunction/.test(text);

/**
 * Rejects files that silence the linter's rule of 60 lines per function. @param exceptions files whose long function is a
 * table
 */
export function checkLongFunctions(files: readonly SourceFile[], exceptions: readonly string[]): string[] {
  const silent = files.filter(allowsLongFunction).map(({ path }) => path);
  return [
    ...silent
      .filter(path => !exceptions.includes(path))
      .map(path => `${path}: split the long function instead of silencing the linter`),
    ...stale(exceptions, path => silent.includes(path)),
  ];
}

/** Import specifiers of a file. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => name ?? []);

/** Rejects imports of full zod, which adds 77 KiB to a bundle; zod/mini adds 8. */
export const checkZodImports = (files: readonly SourceFile[], exceptions: readonly string[]): string[] => [
  ...files
    .filter(({ path, text }) => !exceptions.includes(path) && importsOf(text).includes('zod'))
    .map(({ path }) => `${path}: import from zod/mini`),
  ...stale(exceptions, path =>
    files.some(file => file.path === path && importsOf(file.text).includes('zod')),
  ),
];

/** Files that ship to a browser: rules about imports of `web` ignore tests. */
const isShipped = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path);

/** Repository path of an import; undefined for packages. */
function targetOf(path: string, imported: string): string | undefined {
  if (imported.startsWith('.')) return join(dirname(path), imported);
  return imported.startsWith('#') ? imported.slice(1) : undefined;
}

const FEATURES = 'web/features/';
const featureOf = (path: string): string | undefined =>
  path.startsWith(FEATURES) ? path.slice(FEATURES.length).split('/')[0] : undefined;

/**
 * Rejects undeclared imports between features. @param allowed features that each feature may import; unused
 * entries are also reported
 */
export function checkFeatureImports(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  const drawn = new Set<string>();
  const wrong = files.flatMap(({ path, text }) => {
    const from = featureOf(path);
    if (!from || !isShipped(path)) return [];
    return importsOf(text).flatMap(imported => {
      const to = featureOf(targetOf(path, imported) ?? '');
      if (!to || to === from) return [];
      drawn.add(`${from} → ${to}`);
      return allowed[from]?.includes(to)
        ? []
        : [`${path}: ${from} may not import ${to} (infra/suite/house/lists.ts)`];
    });
  });
  const arrows = Object.entries(allowed).flatMap(([from, tos]) => tos.map(to => `${from} → ${to}`));
  return [...wrong, ...stale(arrows, arrow => drawn.has(arrow))];
}

/**
 * Rejects features that import each other, directly or through others: move what both need to a room below.
 * Reports each circle once.
 */
export function checkFeatureCircles(allowed: Readonly<Record<string, readonly string[]>>): string[] {
  const wrong: string[] = [];
  const finished = new Set<string>();
  const visit = (feature: string, trail: readonly string[]): void => {
    const start = trail.indexOf(feature);
    if (start >= 0)
      wrong.push(`${[...trail.slice(start), feature].join(' → ')}: features import in a circle`);
    if (start >= 0 || finished.has(feature)) return;
    for (const next of allowed[feature] ?? []) visit(next, [...trail, feature]);
    finished.add(feature);
  };
  for (const feature of Object.keys(allowed)) visit(feature, []);
  return wrong;
}

const roomOf = (path: string): string | undefined => /^web\/([^/]+)\//.exec(path)?.[1];

/** Rejects imports from a lower room of `web` into a higher one. @param rooms lowest first */
export function checkRoomImports(files: readonly SourceFile[], rooms: readonly string[]): string[] {
  const floor = (path: string): number => rooms.indexOf(roomOf(path) ?? '');
  return files.flatMap(({ path, text }) => {
    if (floor(path) < 0 || !isShipped(path)) return [];
    return importsOf(text)
      .flatMap(imported => targetOf(path, imported) ?? [])
      .filter(target => floor(target) > floor(path))
      .map(target => `${path}: ${roomOf(path)} may not import ${roomOf(target)}, which is above it`);
  });
}

/** `{a,b}/c` → `a/c`, `b/c`. */
function expandBraces(text: string): string[] {
  const [whole, inner] = /\{([^{}]*)\}/.exec(text) ?? [];
  if (whole === undefined || inner === undefined) return [text];
  return inner.split(',').flatMap(choice => expandBraces(text.replace(whole, choice)));
}

/** Paths and file names in backticks, and targets of links. Addresses (`/healthz`) are none. */
const namedPaths = (text: string): string[] => [
  ...[...text.matchAll(/`([\w@.][\w@.{},*/-]*)`/g)]
    .flatMap(([, name]) => name ?? [])
    .filter(name => name.includes('/') || /\.(?:tsx?|mjs|md|json)$/.test(name)),
  ...[...text.matchAll(/\]\(([^)#:]+)\)/g)].flatMap(([, target]) => target ?? []),
];

const globRegExp = (glob: string): string =>
  glob.replace(/[.+]/g, '\\$&').replaceAll('**', '\0').replaceAll('*', '[^/]*').replaceAll('\0', '.*');

/**
 * Rejects paths in documents that name nothing in the tree. A path starts at the root, at the document's folder or at
 * `web`; a bare file name matches in any folder. @param exceptions names that the tree does not hold
 */
export function checkDocumentPaths(
  documents: readonly SourceFile[],
  paths: readonly string[],
  exceptions: readonly string[],
): string[] {
  const tree = paths.join('\n');
  const isThere = (path: string, folder: string): boolean => {
    const starts = path.includes('/') ? ['', `${folder}/`, 'web/'] : ['(?:.*/)?'];
    return starts.some(start => {
      const whole = start === '(?:.*/)?' ? start + globRegExp(path) : globRegExp(join(start, path));
      return new RegExp(`^${whole.replace(/\/$/, '')}(?:/.*)?$`, 'm').test(tree);
    });
  };
  const named = documents.flatMap(({ path, text }) =>
    namedPaths(text).flatMap(name => expandBraces(name).map(one => ({ document: path, one }))),
  );
  return [
    ...named
      .filter(({ document, one }) => !exceptions.includes(one) && !isThere(one, dirname(document)))
      .map(({ document, one }) => `${document}: nothing in the tree is named ${one}`),
    ...stale(exceptions, name => named.some(({ one }) => one === name)),
  ];
}
