/** The entries of a patient's copy: the index, the data, and every file as it is served. */
import type { TFunction } from 'i18next';
import type { CaseState } from '#events/case/case.ts';
import type { CaseFileFacts } from '#events/case/files.ts';
import { conversationIdOfCase } from '#events/chat/conversation.ts';
import type { DataRequest } from '#events/dataRequest/data-request.ts';
import { organisationName } from '#events/person/organisation.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { ChatFile, ChatMessage } from '#projections/chat/item.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { listFilesOfArchive } from '../archive/case-archive.ts';
import type { EventReader } from '../eventstore/port.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';
import { fileExtensionOf } from '../files/file-extension.ts';
import { mayHaveMetadata, readCleanImage } from '../files/image-metadata.ts';
import { createUploadRecords, isFinishedUpload } from '../files/upload-record.ts';
import type { ZipDirectoryEntry } from '../files/zip.ts';
import type { Dictionaries } from '../i18n/dictionaries.ts';
import { patientCopyPaperOf } from '../pdf/copy-paper.ts';
import type { Vault } from '../vault/port.ts';
import { patientCopyOfCase } from './copy-content.ts';
import { type PatientCopyCase, renderPatientCopyPage } from './copy-page.ts';

const copyFormat = 'archline-patient-copy/1';
/** Messages that are read at once. */
const pageOfMessages = 200;

export type PatientCopySource = {
  store: Pick<EventReader, 'read' | 'id'>;
  vault: Vault;
  models: ReadModels;
  blobs: Pick<Blobs, 'size' | 'read'>;
  words: Dictionaries;
};

type StoredFile = { path: string; about: string; size: number; mime: string; blob: BlobName };
type CaseContent = { view: CaseView; shown: PatientCopyCase; stored: StoredFile[] };

/** The case's owner as a viewer, who sees all of the case with names. */
function ownerContext({ models }: PatientCopySource, state: CaseState): PresentCtx {
  const person = models.directory().people.get(state.ownerId);
  const { position = 'Doctor', orgId = state.orgId } = person ?? {};
  const viewer: Viewer = { id: state.ownerId, position, orgId, serves: [] };
  return { viewer, hidden: false, person: models.personRef, logId: models.logId };
}

function* messagesOf({ models }: PatientCopySource, ctx: PresentCtx, caseId: string): Generator<ChatMessage> {
  const conversation = conversationIdOfCase(caseId);
  for (let after = 0; ; ) {
    const page = models.saidPage(ctx, conversation, { after, size: pageOfMessages });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.seq;
  }
}

/** Finds the conversation's files by the records of their uploads. */
async function chatFilesOf({ vault }: PatientCopySource, files: readonly ChatFile[]) {
  const records = createUploadRecords(vault);
  const found: { file: ChatFile; blob: BlobName }[] = [];
  for (const file of files) {
    const record = (await records.get(file.id))?.record;
    if (record && isFinishedUpload(record))
      found.push({ file, blob: { orgId: record.orgId, sha256: record.finished.sha256 } });
  }
  return found;
}

const hash = /^[0-9a-f]{64}$/;

/** Names files by case, number and use, because names given by people may repeat or may not be valid file names. */
async function storedFiles(
  source: PatientCopySource,
  { view, messages, t }: { view: CaseView; messages: readonly ChatMessage[]; t: TFunction },
): Promise<{ stored: StoredFile[]; missing: number }> {
  const asked = { view, at: '', by: '', hidden: false };
  const bySha = await listFilesOfArchive({ store: source.store, blobs: source.blobs }, asked);
  const orgId = view.facts.orgId;
  const about = ({ slot, kind }: CaseFileFacts) => (slot ? t(`rx:slot.${slot}`) : t(`rx:fileKind.${kind}`));
  const own = [...bySha.values()].flatMap(([first]) =>
    first
      ? [
          {
            about: about(first),
            name: first.slot ?? first.kind,
            ...first,
            blob: { orgId, sha256: first.sha256 },
          },
        ]
      : [],
  );
  const sent = await chatFilesOf(
    source,
    messages.flatMap(({ files }) => files),
  );
  const said = sent.map(({ file, blob }) => ({
    ...file,
    about: t('dataRequest:copy.sent'),
    name: 'message',
    blob,
  }));
  const stored: StoredFile[] = [];
  let missing = 0;
  for (const { about: text, name, size, mime, blob } of [...own, ...said]) {
    const exists = hash.test(blob.sha256) && (await source.blobs.size(blob)) !== undefined;
    const path = `files/${view.caseId}/${String(stored.length + 1).padStart(3, '0')}-${name}.${fileExtensionOf(mime)}`;
    if (exists) stored.push({ path, about: text, size, mime, blob });
    else missing += 1;
  }
  return { stored, missing };
}

async function contentOf(
  source: PatientCopySource,
  state: CaseState,
  lang: 'en' | 'zh-CN',
): Promise<CaseContent | undefined> {
  const { models, words } = source;
  const ctx = ownerContext(source, state);
  const view = models.caseView(ctx, state.caseId);
  if (!view) return undefined;
  const t = words.t(lang);
  const history = models.history(ctx, state.caseId) ?? [];
  const messages = [...messagesOf(source, ctx, state.caseId)];
  const { stored, missing } = await storedFiles(source, { view, messages, t });
  const title = t('dataRequest:copy.case', { caseId: state.caseId });
  const said = messages.map(({ at, by, text }) => ({ at, by: by.name, text }));
  const shown = {
    caseId: state.caseId,
    title,
    paper: patientCopyPaperOf(view, history, t),
    files: stored,
    missing,
    messages: said,
  };
  return { view, shown, stored };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const json = (value: unknown) => bytesOf(`${JSON.stringify(value, null, 2)}\n`);

async function* fileBytes(
  { blobs }: PatientCopySource,
  { blob, mime }: StoredFile,
): AsyncGenerator<Uint8Array> {
  // The metadata of a camera may name places and people. An image fits into memory.
  if (mayHaveMetadata(mime)) yield await readCleanImage(blobs.read(blob), mime);
  else yield* blobs.read(blob);
}

export type PatientCopyEntries = { files: number; entries: AsyncIterable<ZipDirectoryEntry> };

/**
 * Composes the copy. Each case's texts are in memory, files are streamed.
 * @param written called after each file
 */
export async function createPatientCopyEntries(
  source: PatientCopySource,
  { states, request, at }: { states: readonly CaseState[]; request: Pick<DataRequest, 'lang'>; at: string },
  written: () => Promise<void>,
): Promise<PatientCopyEntries> {
  const { lang } = request;
  const contents: CaseContent[] = [];
  for (const state of states) {
    const content = await contentOf(source, state, lang);
    if (content) contents.push(content);
  }
  const [first] = states;
  const organisation = first && source.models.directory().organisations.get(first.orgId);
  const page = {
    lang,
    zone: organisation?.zone ?? 'UTC',
    at,
    patient: states.findLast(({ sections }) => sections.patient.name)?.sections.patient.name ?? '',
    clinic: organisation ? organisationName(organisation, lang) : '',
    cases: contents.map(({ shown }) => shown),
  };
  const about = { format: copyFormat, at, lang, patient: page.patient, clinic: page.clinic };
  async function* entries(): AsyncGenerator<ZipDirectoryEntry> {
    yield { path: 'index.html', bytes: bytesOf(renderPatientCopyPage(page, source.words.t(lang))) };
    yield { path: 'data.json', bytes: json({ ...about, cases: contents.map(dataOf) }) };
    for (const { stored } of contents)
      for (const file of stored) {
        yield { path: file.path, bytes: fileBytes(source, file) };
        await written();
      }
  }
  return { files: contents.reduce((sum, { stored }) => sum + stored.length, 0), entries: entries() };
}

const dataOf = ({ view, shown, stored }: CaseContent) => ({
  ...patientCopyOfCase(view),
  events: shown.paper.lines,
  messages: shown.messages,
  stored: stored.map(({ path, about, size, mime, blob: { sha256 } }) => ({
    path,
    about,
    size,
    mime,
    sha256,
  })),
  missing: shown.missing,
});
