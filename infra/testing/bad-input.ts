/** Messages that users read about a file, in both languages. Used for the tables of bad input files. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TFunction } from 'i18next';
import type { FileKind } from '#events/case/options.ts';
import { errors, type Issue, isRefusal } from '#events/errors.ts';
import { reportOnModel } from '#services/effects/model-report.ts';
import { contentChecks } from '#services/files/checks/kinds.ts';
import { modelDoubtTexts } from '#web/features/file/model-doubts.ts';
import { uploadFaultText } from '#web/features/file/upload-fault-text.ts';
import { issueText } from '#web/features/maker/issue-text.ts';
import { createI18n, type Lang, languages } from '#web/lib/i18n.ts';
import { findFaultBeforeUpload } from '#web/lib/upload.ts';
import { inspectForUpload } from '#workers/file/inspect.ts';
import { createStagesWorkerApi } from '#workers/stages/stages-work.ts';
import { readTranslations } from './translations.ts';

/** A file with its name; the content may be anything. */
export type InputFile = { name: string; bytes: Uint8Array };

/** A sentence in each language. */
export type BilingualMessage = Record<Lang, string>;
/** Marks a file that is accepted without a warning. */
export const acceptedMessage: BilingualMessage = { en: 'opens', 'zh-CN': 'opens' };

const fileOf = ({ name, bytes }: InputFile) => new File([Uint8Array.from(bytes)], name);
const namespaces = ['maker', 'error', 'file', 'rx'] as const;
const said = Object.fromEntries(
  languages.map(lang => [
    lang,
    createI18n(
      lang,
      Object.fromEntries(namespaces.map(name => [name, readTranslations(lang, name)])),
    ).getFixedT(lang, namespaces),
  ]),
);
type Says = TFunction<typeof namespaces>;
const inBoth = (words: (t: Says) => string): BilingualMessage => {
  // Cast: `said` has one translator for each language.
  const of = (lang: Lang) => words(said[lang] as Says);
  return { en: of('en'), 'zh-CN': of('zh-CN') };
};

/** Words of the page that builds plans: each issue with its file. */
const ofStages = (issues: readonly Issue[]): BilingualMessage =>
  inBoth(t =>
    issues
      .map(issue => issueText(t, issue))
      .map(({ of, words }) => (of ? `${of}: ${words}` : words))
      .join('; '),
  );

/** Words on the line of a refused upload. */
const refusedAs = (code: number, issues: readonly Issue[]): BilingualMessage =>
  inBoth(t => uploadFaultText(t, { error: { code, issues: [...issues] }, kind: 'stl' }));

/** Words on the file's tile before a byte is read, from name and size alone. @param size bytes */
export function messageBeforeReading(name: string, size: number): BilingualMessage | undefined {
  const fault = findFaultBeforeUpload({ name, size }, 'stl');
  return fault ? refusedAs(fault.code ?? 0, fault.issues) : undefined;
}

/** Words on the file's tile after the check in the browser, before a byte is sent. */
export async function messageOnUploadTile(given: InputFile): Promise<BilingualMessage> {
  const before = messageBeforeReading(given.name, given.bytes.length);
  if (before) return before;
  const answer = await inspectForUpload(fileOf(given), { kind: 'stl', slot: null }, () => {});
  if ('refused' in answer) return refusedAs(errors[answer.refused.refusal].code, answer.refused.issues);
  const findings = answer.ready.model?.findings;
  const told = inBoth(t => modelDoubtTexts(t, findings ?? {}).join(' '));
  return told.en ? told : acceptedMessage;
}

/** Words after the models of a case are prepared (status 12). @param dir an empty folder */
export async function messageAfterPreparation(
  { name, bytes }: InputFile,
  dir: string,
): Promise<BilingualMessage> {
  const path = join(dir, name.replaceAll('/', '-'));
  await writeFile(path, bytes);
  const report = await reportOnModel(path, bytes.length);
  if ('defect' in report) return inBoth(t => t(`error:defect.${report.defect}`));
  return acceptedMessage;
}

/** Words of the page that builds a plan from stage files. */
export async function messageForStageFiles(files: readonly File[]): Promise<BilingualMessage> {
  const outcome = await createStagesWorkerApi(() => 0).read([...files], null, () => {});
  if ('refused' in outcome) return ofStages(outcome.refused.issues);
  const { notes } = outcome.done;
  return notes.length > 0 ? ofStages(notes) : acceptedMessage;
}
export const messageForStageInputs = (files: readonly InputFile[]): Promise<BilingualMessage> =>
  messageForStageFiles(files.map(fileOf));

/** Words after the upload, from the check on the server. */
export function messageAfterUpload({ bytes }: Pick<InputFile, 'bytes'>, kind: FileKind): BilingualMessage {
  try {
    const check = contentChecks[kind](bytes.length);
    check.write(bytes);
    check.end();
    return acceptedMessage;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return refusedAs(error.code, error.data?.issues ?? []);
  }
}

/** Formats a Markdown table whose cells are not padded. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/**
 * Builds a table of models: the words on the tile, after preparation and as stage files. @param dir an empty
 * folder
 */
export async function createModelMessageTable(files: readonly InputFile[], dir: string): Promise<string> {
  const rows: string[][] = [];
  for (const one of files) {
    const twice = [0, 1].map(at => ({ name: `lower_${at}.stl`, bytes: one.bytes }));
    const told = [
      await messageOnUploadTile(one),
      await messageAfterPreparation(one, dir),
      await messageForStageInputs(twice),
    ];
    for (const lang of languages) rows.push([one.name, lang, ...told.map(words => words[lang])]);
  }
  return formatMarkdownTable(['file', '', 'on the tile', 'at 12', 'as stages'], rows);
}
