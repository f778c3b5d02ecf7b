/** What people are told of a file, in both languages, whoever reads it: for the table of bad input. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileKind } from '#events/case/options.ts';
import { errors, type Issue, isRefusal } from '#events/errors.ts';
import { reportOnModel } from '#services/effects/model-report.ts';
import { checks } from '#services/files/checks/kinds.ts';
import { faultBefore } from '#web/lib/upload.ts';
import { inspect } from '#workers/file/inspect.ts';
import { createWork } from '#workers/stages/work.ts';
import { type Lang, words } from './words.ts';

/** A file by its name; its content may be whatever there is. */
export type Given = { name: string; bytes: Uint8Array };

type Said = (lang: Lang) => string;
/** A sentence for each language. */
export type Told = Record<Lang, string>;
/** What is taken without a doubt. */
export const opens: Told = { en: 'opens', 'zh-CN': 'opens' };

const fileOf = ({ name, bytes }: Given) => new File([Uint8Array.from(bytes)], name);
const inBoth = (said: Said): Told => ({ en: said('en'), 'zh-CN': said('zh-CN') });
const joined = (parts: readonly Said[], between: string): Told =>
  inBoth(lang => parts.map(part => part(lang)).join(between));
const word =
  (namespace: string, key: string, values?: Issue['values']): Said =>
  lang =>
    words(lang, namespace)(key, values);

/** A unit by its name. */
const named = (lang: Lang, values: Issue['values']): Issue['values'] =>
  values?.unit ? { ...values, unit: words(lang, 'file')(`found.units.${values.unit}`) } : values;

/** As the page that makes plans says it: which file, and what. */
const ofStage =
  ({ path, issue, values }: Issue): Said =>
  lang => {
    const said = words(lang, 'error')(`issue.${issue}`, named(lang, values));
    return ['file', 'frame'].includes(path) ? said : `${path}: ${said}`;
  };

/** As the line of an upload says it: `fault-words.ts`. */
const refusedAs = (code: number, issues: readonly Issue[]): Told =>
  inBoth(lang => {
    const [file, error] = [words(lang, 'file'), words(lang, 'error')];
    const why = issues.map(({ path, issue, values }) => {
      const said = error(`issue.${issue}`, values);
      return path.startsWith('plan.') ? file('ofPlan', { field: path.slice(5), words: said }) : said;
    });
    return file('fault', { what: error(String(code)), why: why.join(file('and')) });
  });

/** On the tile, before a byte is read. @param size bytes */
export function beforeReading(name: string, size: number): Told | undefined {
  const fault = faultBefore({ name, size }, 'stl');
  return fault ? refusedAs(fault.code ?? 0, fault.issues) : undefined;
}

/** On the tile, before a byte is sent. */
export async function onTile(given: Given): Promise<Told> {
  const before = beforeReading(given.name, given.bytes.length);
  if (before) return before;
  const answer = await inspect(fileOf(given), { kind: 'stl', slot: null }, () => {});
  if ('refused' in answer) return refusedAs(errors[answer.refused.refusal].code, answer.refused.issues);
  const { unit, inward } = answer.ready.model?.findings ?? {};
  const foreign = unit && unit !== 'mm' ? unit : undefined;
  const doubts: Said[] = [
    ...(unit ? [] : [word('file', 'found.noUnit')]),
    ...(foreign
      ? [
          (lang: Lang) =>
            words(lang, 'file')('found.unit', { unit: words(lang, 'file')(`found.units.${foreign}`) }),
        ]
      : []),
    ...(inward ? [word('file', 'found.inward')] : []),
  ];
  return doubts.length > 0 ? joined(doubts, ' ') : opens;
}

/** When the case's models are prepared (status 12). @param dir a folder of the test's own */
export async function atPreparation({ name, bytes }: Given, dir: string): Promise<Told> {
  const path = join(dir, name.replaceAll('/', '-'));
  await writeFile(path, bytes);
  const report = await reportOnModel(path, bytes.length);
  if ('defect' in report) return inBoth(word('error', `defect.${report.defect}`));
  return opens;
}

/** As the files of a plan, on the page that makes one. */
export async function asStages(files: readonly File[]): Promise<Told> {
  const outcome = await createWork(() => 0).read([...files], null, () => {});
  if ('refused' in outcome) return joined(outcome.refused.issues.map(ofStage), '; ');
  const { notes } = outcome.done;
  return notes.length > 0 ? joined(notes.map(ofStage), '; ') : opens;
}
export const givenAsStages = (files: readonly Given[]): Promise<Told> => asStages(files.map(fileOf));

/** When its last byte is at the server. */
export function onServer({ bytes }: Pick<Given, 'bytes'>, kind: FileKind): Told {
  try {
    const check = checks[kind](bytes.length);
    check.write(bytes);
    check.end();
    return opens;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refusedAs(error.code, error.data?.issues ?? []);
  }
}

/** Lines of a Markdown table; whoever reads it reads the words themselves. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
