/** Queries and commands of requests about a patient's data. Pushed rows invalidate the queries. */
import { queryOptions } from '@tanstack/react-query';
import type { DataRequestKind } from '#events/dataRequest/events.ts';
import type { DataRequestItem } from '#projections/dataRequests/view.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type { DataRequestItem, DataRequestKind };
export type PatientData = AnswerData<'/api/cases/:id/dataRequests'>;

const pageSize = 10;
/** Poll interval, because progress is not pushed. */
const progressMs = 2_000;

export const dataRequestsQuery = (page: number) =>
  queryOptions({
    queryKey: ['dataRequests', 'list', page],
    queryFn: ({ client }) => apiOf(client).read('/api/dataRequests', { query: { page, size: pageSize } }),
    staleTime: 0,
  });

/** The data held about the patient of a case, and the patient's requests. */
export const patientDataQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['dataRequests', 'case', caseId],
    queryFn: ({ client }) => apiOf(client).read('/api/cases/:id/dataRequests', { parts: { id: caseId } }),
    staleTime: 0,
  });

/** One request. @param working whether the request is being carried out, so that its progress is polled */
export const dataRequestQuery = (id: string, working: boolean) =>
  queryOptions({
    queryKey: ['dataRequests', 'one', id],
    queryFn: ({ client }) => apiOf(client).read('/api/dataRequests/:id', { parts: { id } }),
    staleTime: 0,
    refetchInterval: working ? progressMs : (false as const),
  });

/** Reloads after a command, also after a refusal: another person may have been faster. */
async function send(path: string, body: object): Promise<CommandResult<unknown>> {
  const done = await sendCommand('POST', path, body);
  await currentPage().client.invalidateQueries({ queryKey: ['dataRequests'] });
  return done;
}

export type NewDataRequest = {
  kind: DataRequestKind;
  reason: string;
  typed?: string;
  colleague?: string;
  keptElsewhere?: boolean;
  lang?: 'en' | 'zh-CN';
};

export const dataRequestCommands = {
  ask: (caseId: string, body: NewDataRequest) =>
    send(`/cases/${encodeURIComponent(caseId)}/dataRequests`, body),
  confirm: (id: string, typed: string | undefined) =>
    send(`/dataRequests/${encodeURIComponent(id)}/confirm`, typed === undefined ? {} : { typed }),
  act: (id: string, verb: 'withdraw' | 'stop') => send(`/dataRequests/${encodeURIComponent(id)}/${verb}`, {}),
};
