/** House rule: the ending of an exported name says which library's object it is. */
import type { SourceFile } from './rules.ts';

/** Endings of exported constants, by the call that makes their value. `queryOptions` may be inside a function. */
const endings: Readonly<Record<string, RegExp>> = {
  Schema: /^export const (\w+)(?:: [^=\n]+)? =\s+z\.(?!infer)\w+\(/gm,
  Atom: /^export const (\w+)(?:: [^=\n]+)? =\s+atom\w*[(<]/gm,
  Query: /^export (?:const|function) (\w+)\b(?:(?!^export )[^;])*?\b(?:infiniteQ|q)ueryOptions\(/gm,
};

/** @returns a sentence for each exported zod schema, atom or query whose name does not say what it is */
export function checkExportEndings(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    Object.entries(endings).flatMap(([ending, pattern]) =>
      [...text.matchAll(pattern)]
        .map(([, name = '']) => name)
        .filter(name => !name.endsWith(ending) && !name.startsWith('use'))
        .map(name => `${path}: the name "${name}" must end in ${ending}`),
    ),
  );
}
