/** Queries and commands of collaborators. Polls every 15 s, because actions of other people are not pushed. */
import { queryOptions } from '@tanstack/react-query';
import type { CollaboratorInput } from '#events/person/collaboration-rules.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type CollaboratorItem = AnswerData<'/api/cases/:id/collaborators'>['items'][number];
export type CaseInvitationItem = AnswerData<'/api/collaborations'>['items'][number];

const askAgainMs = 15_000;

/** The collaborators of a case, and whether the viewer may invite. */
export const collaboratorsOfCaseQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['collaborations', 'case', caseId],
    queryFn: ({ client }) => apiOf(client).read('/api/cases/:id/collaborators', { parts: { id: caseId } }),
    refetchInterval: askAgainMs,
  });

/** The signed-in doctor's invitations to cases, and the cases in which the doctor takes part. */
export const ownCollaborationsQuery = () =>
  queryOptions({
    queryKey: ['collaborations', 'own'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/collaborations', { query: { size: 100 } })).items,
    refetchInterval: askAgainMs,
  });

async function reload(sent: Promise<CommandResult<unknown>>): Promise<CommandResult<unknown>> {
  const done = await sent;
  await currentPage().client.invalidateQueries({ queryKey: ['collaborations'] });
  return done;
}

export const collaboratorCommands = {
  invite: (caseId: string, body: CollaboratorInput) =>
    reload(sendCommand('POST', `/cases/${encodeURIComponent(caseId)}/collaborators`, body, { quiet: true })),
  answer: (id: string, verb: 'accept' | 'end') =>
    reload(sendCommand('POST', `/collaborations/${encodeURIComponent(id)}/${verb}`, {})),
};
