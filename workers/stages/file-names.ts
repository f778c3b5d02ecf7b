/**
 * Reads arch, stage or tooth from a file's name. Laboratories name files freely, so the patterns list the
 * names met so far. If the name says nothing, its folders count, nearest first.
 */
import { type Arch, type Fdi, isFdi } from '#events/tooth/fdi.ts';

/** Matches a word with no letter before or after it. */
const alone = (words: string) => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`);

const arches: readonly { arch: Arch; latin: RegExp; chinese: RegExp }[] = [
  { arch: 'upper', latin: alone('upper|up|maxillary|maxilla|max|mx|uj|u'), chinese: /上(?:颌|牙|颚|半口)?/ },
  {
    arch: 'lower',
    latin: alone('lower|low|mandibular|mandible|mand|man|md|lj|l'),
    chinese: /下(?:颌|牙|颚|半口)?/,
  },
];

/** Patterns of a stage number, most reliable first. */
const stages: readonly RegExp[] = [
  /(?:sub[ _-]?setup|set[ _-]?up|stage|step|aligner|tray|phase|stg)[ _#.-]*(\d{1,3})(?!\d)/,
  /第\s*(\d{1,3})\s*[步期副付阶]/,
  /(?<!\d)(\d{1,3})\s*[步期副付阶]/,
  /(?:步骤?|阶段|牙套)[ _-]*(\d{1,3})(?!\d)/,
  // At the end of the name, at its start, or after the arch's letter.
  /(?<!\d)(\d{1,3})$/,
  /^(\d{1,3})(?!\d)/,
  /(?<![a-z])(?:u|l|upper|lower|max|mand)[ _-]?(\d{1,3})(?!\d)/,
];
/** Words for the start in names without a number. */
const starts = /(?<![a-z])(?:initial|start|original|origin|pre|t0)(?![a-z])|原始|初始|治疗前/;

const gums = /(?<![a-z])(?:gums?|gingiva|gingivae|soft[ _-]?tissue)(?![a-z])|牙龈/;

/** Splits a path into its parts, name first, in lower case and with ASCII digits. */
function parts(path: string): string[] {
  return path.normalize('NFKC').toLowerCase().split(/[/\\]/).filter(Boolean).reverse();
}
const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/, '');

/** Returns the first answer, from the name to the outermost folder. */
function firstOf<T>(path: string, ask: (part: string) => T | undefined): T | undefined {
  const [name = '', ...folders] = parts(path);
  for (const part of [withoutEnding(name), ...folders]) {
    const answer = ask(part);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Returns the arch named in a path; undefined if no part names an arch, or a part names both. */
export function findArchInPath(path: string): Arch | undefined {
  return firstOf(path, part => {
    const found = arches.filter(({ latin, chinese }) => latin.test(part) || chinese.test(part));
    return found.length === 1 ? found[0]?.arch : undefined;
  });
}

export function findStageInPath(path: string): number | undefined {
  return firstOf(path, part => {
    const found = stages.map(pattern => pattern.exec(part)?.[1]).find(digits => digits !== undefined);
    if (found !== undefined) return Number(found);
    return starts.test(part) ? 0 : undefined;
  });
}

export const isGumFile = (path: string): boolean =>
  firstOf(path, part => (gums.test(part) ? true : undefined)) ?? false;

/** Returns the FDI number in the name of a tooth's own file: `tooth_11.stl`, `11.stl`, `牙11.stl`. */
export function findToothInPath(path: string): Fdi | undefined {
  const [name = ''] = parts(path);
  const numbers = [...withoutEnding(name).matchAll(/(?<!\d)([1-4][1-8])(?!\d)/g)].map(([, digits]) =>
    Number(digits),
  );
  const [first] = numbers;
  return numbers.length === 1 && isFdi(first) ? first : undefined;
}

/** Recognises files that operating systems add to folders and archives. */
export const isSystemFile = (path: string): boolean =>
  /(?:^|\/)(?:__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/i.test(path.replaceAll('\\', '/'));

/** Recognises paths that leave their folder, or are absolute. */
export const isUnsafePath = (path: string): boolean =>
  /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path) || /^(?:[/\\]|[a-z]:)/i.test(path) || path.includes('\0');
