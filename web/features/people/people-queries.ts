/** Queries and commands of the back office's people. */
import { queryOptions } from '@tanstack/react-query';
import type { NewOrganisationInput, OrganisationChange } from '#events/person/organisation.ts';
import type { RightSwitch } from '#events/person/switches.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

export type PersonRow = AnswerData<'/api/users'>['items'][number];
export type PersonDetail = AnswerData<'/api/users/:id'>;
export type InvitationItem = AnswerData<'/api/invitations'>['items'][number];
export type OrganisationItem = AnswerData<'/api/organisations'>['items'][number];

const peoplePageSize = 25;

/** Pause between reads while invitations are being sent. */
export const sendingPollMs = 3000;

/** Lists of this screen are always stale, because no socket updates them. */
const fresh = { staleTime: 0 } as const;

/** @param query in the format of GET /api/users */
export const peopleListQuery = (query: Record<string, string | number | undefined>) =>
  queryOptions({
    queryKey: ['people', query],
    queryFn: ({ client }) => apiOf(client).read('/api/users', { query: { ...query, size: peoplePageSize } }),
    ...fresh,
  });

export const personDetailQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', id],
    queryFn: ({ client }) => apiOf(client).read('/api/users/:id', { parts: { id } }),
    ...fresh,
  });

/** @param importId narrows the list to one import */
export const unansweredInvitationsQuery = (page: number, importId?: string) =>
  queryOptions({
    queryKey: ['people', 'invitations', page, importId],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/invitations', { query: { page, size: peoplePageSize, import: importId } }),
    ...fresh,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ sending }) => sending === 'waiting') ? sendingPollMs : false,
  });

/** Organisations that the Admin manages. */
export const managedOrganisationsQuery = () =>
  queryOptions({
    queryKey: ['organisations'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/organisations', { query: { size: 100 } })).items,
    ...fresh,
  });

/** The own organisation, for people who manage none. */
export const ownOrganisationQuery = () =>
  queryOptions({
    queryKey: ['organisations', 'own'],
    queryFn: ({ client }) => apiOf(client).read('/api/organisation'),
    ...fresh,
  });

/** The newest switches of an organisation's rights. */
export const rightChangesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['organisations', orgId, 'rights'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/organisations/:id/rights', { parts: { id: orgId } })).items,
    ...fresh,
  });

/** Reloads the people after a command, also after a refusal: somebody else may have been faster. */
export async function reloadPeople<T>(sent: Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  const done = await sent;
  await currentPage().client.invalidateQueries({ queryKey: ['people'] });
  return done;
}

/** Reloads the organisations after a command; people show their names. */
async function reloadOrganisations<T>(sent: Promise<CommandResult<T>>): Promise<CommandResult<T>> {
  const done = await reloadPeople(sent);
  await currentPage().client.invalidateQueries({ queryKey: managedOrganisationsQuery().queryKey });
  return done;
}

export const addOrganisation = (body: NewOrganisationInput) =>
  reloadOrganisations(sendCommand('POST', '/organisations', body, { quiet: true }));

const organisation = (orgId: string) => `/organisations/${encodeURIComponent(orgId)}`;

export const changeOrganisation = (orgId: string, body: OrganisationChange) =>
  reloadOrganisations(sendCommand('PUT', organisation(orgId), body, { quiet: true }));
export const changeLogo = (orgId: string, file: string) =>
  reloadOrganisations(sendCommand('PUT', `${organisation(orgId)}/logo`, { file }, { quiet: true }));
export const removeLogo = (orgId: string) =>
  reloadOrganisations(sendCommand('DELETE', `${organisation(orgId)}/logo`));

export const switchRight = (orgId: string, body: RightSwitch) =>
  reloadOrganisations(sendCommand('PUT', `${organisation(orgId)}/rights`, body, { quiet: true }));

const user = (id: string) => `/users/${encodeURIComponent(id)}`;
const invitation = (id: string) => `/invitations/${encodeURIComponent(id)}`;

export type NewInvitation = {
  name: string;
  email?: string;
  phone?: string;
  position: string;
  orgId: string;
  lang: string;
  serves?: readonly string[];
};

export const invitePerson = (body: NewInvitation) =>
  reloadPeople(sendCommand('POST', '/invitations', body, { quiet: true }));
export const renewInvitation = (id: string) =>
  reloadPeople(sendCommand('POST', `${invitation(id)}/renew`, {}));
export const withdrawInvitation = (id: string) => reloadPeople(sendCommand('DELETE', invitation(id)));

export type PersonMove = { position: string; orgId: string; serves: readonly string[] };
export const movePerson = (id: string, to: PersonMove) =>
  reloadPeople(sendCommand('POST', `${user(id)}/move`, to, { quiet: true }));

/** Commands on a person that need no input. */
export type PersonCommand = 'freeze' | 'unfreeze' | 'permanent' | 'endSessions' | 'removeFactors' | 'remove';
export const sendPersonCommand = (id: string, command: PersonCommand) =>
  reloadPeople(
    command === 'remove'
      ? sendCommand('DELETE', user(id), undefined, { quiet: true })
      : sendCommand('POST', `${user(id)}/${command}`, {}, { quiet: true }),
  );
