/** Commands on assistants. Each success, and each assistant that is gone, invalidates the lists. */
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<CommandResult<unknown>> {
  const done = await sendCommand(method, `/assistants${path}`, body);
  if (done.ok || done.error.http === 404)
    await currentPage().client.invalidateQueries({ queryKey: ['assistants'] });
  return done;
}

const pathOf = (id: string) => `/${encodeURIComponent(id)}`;

export type AssistantAccountVerb = 'freeze' | 'unfreeze' | 'accept' | 'decline' | 'end';

export const assistantCommands = {
  add: (body: object) => send('POST', '', body),
  change: (id: string, body: object) => send('PUT', pathOf(id), body),
  remove: (id: string) => send('DELETE', pathOf(id)),
  act: (id: string, verb: AssistantAccountVerb) => send('POST', `${pathOf(id)}/${verb}`, {}),
  offer: (id: string, account: string) => send('POST', `${pathOf(id)}/offers`, { account }),
  withdraw: (id: string, doctorId: string) =>
    send('DELETE', `${pathOf(id)}/offers/${encodeURIComponent(doctorId)}`),
  /** Asks whether a login or a phone is free. The refusal names the field. */
  check: (body: object) => sendCommand('POST', '/assistants/check', body, { quiet: true }),
};
