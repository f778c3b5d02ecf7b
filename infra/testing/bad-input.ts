/** What people are told of a file, in both languages, whoever reads it: for the table of bad input. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TFunction } from 'i18next';
import type { FileKind } from '#events/case/options.ts';
import { errors, type Issue, isRefusal } from '#events/errors.ts';
import { reportOnModel } from '#services/effects/model-report.ts';
import { checks } from '#services/files/checks/kinds.ts';
import { modelDoubtTexts } from '#web/features/file/model-doubts.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { issueText } from '#web/features/maker/issue-text.ts';
import { createI18n, type Lang, languages } from '#web/lib/i18n.ts';
import { faultBeforeUpload } from '#web/lib/upload.ts';
import { inspect } from '#workers/file/inspect.ts';
import { createStagesWork } from '#workers/stages/stages-work.ts';
import { dictionary } from './words.ts';

/** A file by its name; its content may be whatever there is. */
export type Given = { name: string; bytes: Uint8Array };

/** A sentence for each language. */
export type Told = Record<Lang, string>;
/** What is taken without a doubt. */
export const opens: Told = { en: 'opens', 'zh-CN': 'opens' };

const fileOf = ({ name, bytes }: Given) => new File([Uint8Array.from(bytes)], name);
const namespaces = ['maker', 'error', 'file', 'rx'] as const;
const said = Object.fromEntries(
  languages.map(lang => [
    lang,
    createI18n(lang, Object.fromEntries(namespaces.map(name => [name, dictionary(lang, name)]))).getFixedT(
      lang,
      namespaces,
    ),
  ]),
);
type Says = TFunction<typeof namespaces>;
const inBoth = (words: (t: Says) => string): Told => {
  // The boundary: one for each language.
  const of = (lang: Lang) => words(said[lang] as Says);
  return { en: of('en'), 'zh-CN': of('zh-CN') };
};

/** As the page that makes plans says it: which file, and what. */
const ofStages = (issues: readonly Issue[]): Told =>
  inBoth(t =>
    issues
      .map(issue => issueText(t, issue))
      .map(({ of, words }) => (of ? `${of}: ${words}` : words))
      .join('; '),
  );

/** As the line of an upload says it. */
const refusedAs = (code: number, issues: readonly Issue[]): Told =>
  inBoth(t => uploadFaultText(t, { error: { code, issues: [...issues] }, kind: 'stl' }));

/** On the tile, before a byte is read. @param size bytes */
export function beforeReading(name: string, size: number): Told | undefined {
  const fault = faultBeforeUpload({ name, size }, 'stl');
  return fault ? refusedAs(fault.code ?? 0, fault.issues) : undefined;
}

/** On the tile, before a byte is sent. */
export async function onTile(given: Given): Promise<Told> {
  const before = beforeReading(given.name, given.bytes.length);
  if (before) return before;
  const answer = await inspect(fileOf(given), { kind: 'stl', slot: null }, () => {});
  if ('refused' in answer) return refusedAs(errors[answer.refused.refusal].code, answer.refused.issues);
  const findings = answer.ready.model?.findings;
  const told = inBoth(t => modelDoubtTexts(t, findings ?? {}).join(' '));
  return told.en ? told : opens;
}

/** When the case's models are prepared (status 12). @param dir a folder of the test's own */
export async function atPreparation({ name, bytes }: Given, dir: string): Promise<Told> {
  const path = join(dir, name.replaceAll('/', '-'));
  await writeFile(path, bytes);
  const report = await reportOnModel(path, bytes.length);
  if ('defect' in report) return inBoth(t => t(`error:defect.${report.defect}`));
  return opens;
}

/** As the files of a plan, on the page that makes one. */
export async function asStages(files: readonly File[]): Promise<Told> {
  const outcome = await createStagesWork(() => 0).read([...files], null, () => {});
  if ('refused' in outcome) return ofStages(outcome.refused.issues);
  const { notes } = outcome.done;
  return notes.length > 0 ? ofStages(notes) : opens;
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

/** A table of models: the words on the tile, at preparation and as stage files. @param dir a folder of the test's own */
export async function tableOfModels(files: readonly Given[], dir: string): Promise<string> {
  const rows: string[][] = [];
  for (const one of files) {
    const twice = [0, 1].map(at => ({ name: `lower_${at}.stl`, bytes: one.bytes }));
    const told = [await onTile(one), await atPreparation(one, dir), await givenAsStages(twice)];
    for (const lang of languages) rows.push([one.name, lang, ...told.map(words => words[lang])]);
  }
  return table(['file', '', 'on the tile', 'at 12', 'as stages'], rows);
}
