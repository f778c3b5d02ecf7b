/**
 * Queries and commands of covers and of cases handed over. Polls every 15 s, because actions of colleagues are not
 * pushed.
 */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type CoverItem = AnswerData<'/api/covers'>['items'][number];

const askAgainMs = 15_000;
/** Maximum number of cases that a search in the case picker shows. */
const casesShown = 20;

/** Covers that the signed-in doctor gives or takes. */
export const coversQuery = () =>
  queryOptions({
    queryKey: ['covers'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/covers', { query: { size: 100 } })).items,
    refetchInterval: askAgainMs,
  });

/** The doctor's own cases that match a word, the newest first. Cases that the doctor covers are left out. */
export const ownCasesQuery = (me: string, keyword: string) =>
  queryOptions({
    queryKey: ['cases', 'own', me, keyword],
    queryFn: async ({ client }) => {
      const query = { size: casesShown, keyword: keyword || undefined };
      const { items } = await apiOf(client).read('/api/cases', { query });
      return items.filter(({ owner }) => owner.id === me);
    },
    placeholderData: before => before,
  });

/** Reloads what a command has changed: covers, the person's page and lists of cases. */
async function reload(sent: Promise<CommandResult<unknown>>): Promise<CommandResult<unknown>> {
  const done = await sent;
  const keys = done.ok ? [['covers'], ['cases'], ['people']] : [['covers']];
  await Promise.all(keys.map(queryKey => currentPage().client.invalidateQueries({ queryKey })));
  return done;
}

export type HandOverBody = { account: string; note: string; caseIds?: readonly string[] };
export type CoverBody = HandOverBody & { first: string; last: string };

export const coverCommands = {
  arrange: (body: CoverBody) => reload(sendCommand('POST', '/covers', body, { quiet: true })),
  end: (id: string) => reload(sendCommand('POST', `/covers/${encodeURIComponent(id)}/end`, {})),
  /** @param personId the doctor whose cases an Admin hands over; absent for the viewer's own cases */
  handOver: (body: HandOverBody, personId?: string) =>
    reload(
      sendCommand(
        'POST',
        personId === undefined ? '/handOvers' : `/users/${encodeURIComponent(personId)}/handOver`,
        body,
        { quiet: true },
      ),
    ),
};
