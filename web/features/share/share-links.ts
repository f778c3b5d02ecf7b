/** The share links of a case: query and commands. */
import { queryOptions } from '@tanstack/react-query';
import type { ShareAudience, ShareLanguage } from '#events/share/events.ts';
import type { ShareItem } from '#events/share/facts.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';

/** Polling interval: the number of openings is not pushed. */
const againMs = 15_000;

export const shareLinksQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['shares', caseId],
    queryFn: ({ client }) => apiOf(client).read('/api/cases/:id/shares', { parts: { id: caseId } }),
    refetchInterval: againMs,
  });

export type NewShareLink = {
  for: ShareAudience;
  list?: 'plans' | 'targets';
  version?: number;
  fileId?: string;
  stages?: boolean;
  notes?: boolean;
  /** Duration of the link; default: the usual one for the audience. */
  days?: number;
  lang: ShareLanguage;
};

async function readAgain<T>(caseId: string, done: CommandResult<T>): Promise<CommandResult<T>> {
  if (done.ok) await currentPage().client.invalidateQueries({ queryKey: ['shares', caseId] });
  return done;
}

export const createShareLink = async (caseId: string, body: NewShareLink) =>
  readAgain(caseId, await sendCommand('POST', '/cases/:id/shares', body, { parts: { id: caseId } }));

export const revokeShareLink = async (caseId: string, shareId: string) =>
  readAgain(
    caseId,
    await sendCommand('DELETE', '/cases/:id/shares/:shareId', undefined, { parts: { id: caseId, shareId } }),
  );

const DAY_MS = 86_400_000;

/** The body that creates the same link again with the same duration. */
export function newShareLinkLike({
  for: audience,
  what,
  scope,
  lang,
  at,
  expiresAt,
}: ShareItem): NewShareLink {
  const days = Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(at)) / DAY_MS));
  const named = {
    plan: () => what.kind === 'plan' && { list: what.list, version: what.version },
    model: () => what.kind === 'model' && { fileId: what.fileId },
    wear: () => ({}),
  }[what.kind]();
  return { for: audience, ...named, ...scope, days, lang };
}
