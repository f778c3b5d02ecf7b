/**
 * What a file's name says: of which arch it is, of which stage or tooth. Laboratories name as they like, so this is a
 * table of what was met; folders count where the name itself is silent, the nearest first.
 */
import { type Arch, type Fdi, isFdi } from '#events/tooth/fdi.ts';

/** A word that stands by itself: no letter before or behind. */
const alone = (words: string) => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`);

const arches: readonly { arch: Arch; latin: RegExp; chinese: RegExp }[] = [
  { arch: 'upper', latin: alone('upper|up|maxillary|maxilla|max|mx|uj|u'), chinese: /上(?:颌|牙|颚|半口)?/ },
  {
    arch: 'lower',
    latin: alone('lower|low|mandibular|mandible|mand|man|md|lj|l'),
    chinese: /下(?:颌|牙|颚|半口)?/,
  },
];

/** Patterns of a stage's number, the surest first. */
const stages: readonly RegExp[] = [
  /(?:sub[ _-]?setup|set[ _-]?up|stage|step|aligner|tray|phase|stg)[ _#.-]*(\d{1,3})(?!\d)/,
  /第\s*(\d{1,3})\s*[步期副付阶]/,
  /(?<!\d)(\d{1,3})\s*[步期副付阶]/,
  /(?:步骤?|阶段|牙套)[ _-]*(\d{1,3})(?!\d)/,
  // At the end of the name, at its start, or behind the arch's letter.
  /(?<!\d)(\d{1,3})$/,
  /^(\d{1,3})(?!\d)/,
  /(?<![a-z])(?:u|l|upper|lower|max|mand)[ _-]?(\d{1,3})(?!\d)/,
];
/** Words for the start, where no number stands. */
const starts = /(?<![a-z])(?:initial|start|original|origin|pre|t0)(?![a-z])|原始|初始|治疗前/;

const gums = /(?<![a-z])(?:gums?|gingiva|gingivae|soft[ _-]?tissue)(?![a-z])|牙龈/;

/** The name and its folders, the name first, as they are compared: full-width digits are digits, case is none. */
function parts(path: string): string[] {
  return path.normalize('NFKC').toLowerCase().split(/[/\\]/).filter(Boolean).reverse();
}
const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,5}$/, '');

/** The first answer, from the name outwards. */
function firstOf<T>(path: string, ask: (part: string) => T | undefined): T | undefined {
  const [name = '', ...folders] = parts(path);
  for (const part of [withoutEnding(name), ...folders]) {
    const answer = ask(part);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Undefined where the name is silent, or says both. */
export function archOf(path: string): Arch | undefined {
  return firstOf(path, part => {
    const found = arches.filter(({ latin, chinese }) => latin.test(part) || chinese.test(part));
    return found.length === 1 ? found[0]?.arch : undefined;
  });
}

export function stageOf(path: string): number | undefined {
  return firstOf(path, part => {
    const found = stages.map(pattern => pattern.exec(part)?.[1]).find(digits => digits !== undefined);
    if (found !== undefined) return Number(found);
    return starts.test(part) ? 0 : undefined;
  });
}

export const isGum = (path: string): boolean =>
  firstOf(path, part => (gums.test(part) ? true : undefined)) ?? false;

/** The FDI number in the name of a tooth's own file: `tooth_11.stl`, `11.stl`, `牙11.stl`. */
export function toothOf(path: string): Fdi | undefined {
  const [name = ''] = parts(path);
  const numbers = [...withoutEnding(name).matchAll(/(?<!\d)([1-4][1-8])(?!\d)/g)].map(([, digits]) =>
    Number(digits),
  );
  const [first] = numbers;
  return numbers.length === 1 && isFdi(first) ? first : undefined;
}

/** What a computer leaves in folders and archives by itself. */
export const isSystemFile = (path: string): boolean =>
  /(?:^|\/)(?:__macosx\/|\.ds_store$|thumbs\.db$|desktop\.ini$|\._)/i.test(path.replaceAll('\\', '/'));

/** A path that leads out of its folder, or names a place on somebody's machine. */
export const isUnsafePath = (path: string): boolean =>
  /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path) || /^(?:[/\\]|[a-z]:)/i.test(path) || path.includes('\0');
