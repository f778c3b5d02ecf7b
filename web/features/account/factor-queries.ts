/** Queries and commands of the own second factors. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type SignInFactors = AnswerData<'/api/factors'>;
export type OwnPasskey = SignInFactors['passkeys'][number];

export const ownFactorsQuery = () =>
  queryOptions({
    queryKey: ['factors'],
    queryFn: ({ client }) => apiOf(client).read('/api/factors'),
  });

/** Shows the new state of the second factors after a command that changes them. */
async function showFactors<T extends SignInFactors>(
  sent: Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  const done = await sent;
  if (done.ok) currentPage().client.setQueryData(ownFactorsQuery().queryKey, done.answer.data);
  return done;
}

type Password = { oldPassword?: string };
const quiet = true;

export const factorCommands = {
  startApp: (body: Password) => showFactors(sendCommand('POST', '/factors/totp', body, { quiet })),
  confirmApp: (code: string) =>
    showFactors(sendCommand('POST', '/factors/totp/confirm', { code }, { quiet })),
  removeApp: (body: Password) => showFactors(sendCommand('POST', '/factors/totp/remove', body, { quiet })),
  renewRecoveryCodes: (body: Password) =>
    showFactors(sendCommand('POST', '/factors/recovery', body, { quiet })),
  addPasskey: (body: { name: string; response: object }) =>
    showFactors(sendCommand('POST', '/factors/passkeys', body, { quiet })),
  renamePasskey: (id: string, name: string) =>
    showFactors(sendCommand('PUT', '/factors/passkeys/:id', { name }, { quiet, parts: { id } })),
  keepPasskeys: (body: Password) =>
    showFactors(sendCommand('POST', '/factors/passkeys/keep', body, { quiet })),
  removePasskey: (id: string, body: Password) =>
    showFactors(sendCommand('POST', '/factors/passkeys/:id/remove', body, { quiet, parts: { id } })),
};
