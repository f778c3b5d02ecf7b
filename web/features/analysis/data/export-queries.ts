/** Queries and commands of exports of the analysts' tables. */
import { queryOptions } from '@tanstack/react-query';
import type { ExportFormat, XesTraceKind } from '#events/analysis/export-formats.ts';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

type ExportList = AnswerData<'/api/analysis/exports'>;
export type ExportItem = ExportList['items'][number];

const queryKey = ['analysisExports'];
/** Poll interval, because progress is not pushed. */
const PROGRESS_MS = 2000;

/** The person's exports. Polls while an export is running. */
export const ownExportsQuery = () =>
  queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/exports', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinishedJob) ? PROGRESS_MS : false),
  });

export type ExportRequest = {
  format: ExportFormat;
  trace?: XesTraceKind;
  facts?: boolean;
  from?: string;
  to?: string;
  asOf?: string;
};

async function reload<T>(sent: Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  const done = await sent;
  await currentPage().client.invalidateQueries({ queryKey });
  return done;
}

export const requestExport = (order: ExportRequest) =>
  reload(sendCommand('POST', '/analysis/exports', order));
/** Stops an export, or deletes its file. */
export const cancelOrDeleteExport = (id: string) =>
  reload(sendCommand('DELETE', `/analysis/exports/${encodeURIComponent(id)}`));
