/** Query and commands of an organisation's single sign-on. */
import { queryOptions } from '@tanstack/react-query';
import type { SingleSignOnSettings } from '#events/person/single-sign-on-settings.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type SingleSignOnItem = AnswerData<'/api/organisations/:id/singleSignOn'>;

/** `clientSecret`: absent to keep the stored one, null for a provider that needs none. */
export type TypedConnection = Pick<SingleSignOnSettings, 'issuer' | 'clientId'> & {
  clientSecret?: string | null;
};

export const singleSignOnSettingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['singleSignOn', orgId],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/organisations/:id/singleSignOn', { parts: { id: orgId } }),
    staleTime: 0,
  });

const path = '/organisations/:id/singleSignOn';
const quiet = true;

async function reload(
  orgId: string,
  sent: Promise<CommandResult<SingleSignOnItem>>,
): Promise<CommandResult<SingleSignOnItem>> {
  const done = await sent;
  await currentPage().client.invalidateQueries({ queryKey: singleSignOnSettingsQuery(orgId).queryKey });
  return done;
}

export const saveSingleSignOn = (orgId: string, body: SingleSignOnSettings & TypedConnection) =>
  reload(orgId, sendCommand('PUT', path, body, { quiet, parts: { id: orgId } }));
export const removeSingleSignOn = (orgId: string) =>
  reload(orgId, sendCommand('DELETE', path, undefined, { quiet, parts: { id: orgId } }));
export const testSingleSignOn = (orgId: string, body: TypedConnection) =>
  sendCommand('POST', `${path}/test`, body, { quiet, parts: { id: orgId } });
