/** Queries and commands of imports of people. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData, ImportCheck } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { reloadPeople, sendingPollMs } from './people-queries.ts';

export type { ImportCheck };
export type ImportRowItem = ImportCheck['rows'][number];
export type ImportWithSendings = AnswerData<'/api/imports/:id'>;

/** A file with the choices that the import's form makes for it. */
export type ImportFile = {
  /** Base64. */
  content: string;
  /** Default: the Admin's own. */
  orgId?: string | undefined;
  lang: string;
};

/** Imports that have open invitations. */
export const importsWithOpenInvitationsQuery = () =>
  queryOptions({
    queryKey: ['people', 'imports'],
    queryFn: ({ client }) => apiOf(client).read('/api/imports', { query: {} }),
    staleTime: 0,
  });

const isSending = ({ mail, sms }: ImportWithSendings) => mail.waiting + sms.waiting > 0;

export const importProgressQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'imports', id],
    queryFn: ({ client }) => apiOf(client).read('/api/imports/:id', { parts: { id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isSending(data) ? sendingPollMs : false),
  });

/** The file's bytes as Base64. */
export async function readAsBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export const checkImportFile = (file: ImportFile): Promise<CommandResult<ImportCheck>> =>
  sendCommand('POST', '/imports/check', file, { quiet: true });

/** @param key of this file: a second press repeats the command instead of inviting again */
export const importPeopleFromFile = (file: ImportFile, key: string) =>
  reloadPeople(sendCommand('POST', '/imports', file, { key, quiet: true }));

export const withdrawImport = (id: string) =>
  reloadPeople(sendCommand('DELETE', `/imports/${encodeURIComponent(id)}`));

export const templateFormats = ['xlsx', 'csv'] as const;
type TemplateFormat = (typeof templateFormats)[number];

/** @throws ApiError */
export const downloadTemplate = (format: TemplateFormat, name: string) =>
  download(`/imports/template/${format}`, `${name}.${format}`);
