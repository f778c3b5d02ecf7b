/** Queries and commands of the own second factors. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type Factors = AnswerData<'/api/factors'>;
export type OwnPasskey = Factors['passkeys'][number];

export const ownFactors = () =>
  queryOptions({
    queryKey: ['factors'],
    queryFn: ({ client }) => apiOf(client).read('/api/factors'),
  });

/** Sends a change of the second factors and shows their new state. */
export async function changeFactors<T = object>(
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<CommandResult<Factors & T>> {
  const done = await sendCommand<Factors & T>(method, `/factors${path}`, body, { quiet: true });
  if (done.ok) currentPage().client.setQueryData(ownFactors().queryKey, done.answer.data);
  return done;
}
