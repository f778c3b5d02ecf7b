/** Links of a case: what there are, and the commands on them. */
import { queryOptions } from '@tanstack/react-query';
import type { Audience, ShareLanguage } from '#events/share/events.ts';
import type { ShareItem } from '#events/share/facts.ts';
import { type CommandResult, sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';
import { thisPage } from '#web/lib/browser.ts';

const pathOf = (caseId: string) => `/cases/${encodeURIComponent(caseId)}/shares`;

/** Openings are counted where nobody pushes them. */
const againMs = 15_000;

export const shares = (caseId: string) =>
  queryOptions({
    queryKey: ['shares', caseId],
    queryFn: ({ client }) => apiOf(client).read('/api/cases/:id/shares', { parts: { id: caseId } }),
    refetchInterval: againMs,
  });

export type ShareBody = {
  for: Audience;
  list?: 'plans' | 'targets';
  version?: number;
  fileId?: string;
  stages?: boolean;
  notes?: boolean;
  /** Default: what is usual for whom it is. */
  days?: number;
  lang: ShareLanguage;
};

async function readAgain<T>(caseId: string, done: CommandResult<T>): Promise<CommandResult<T>> {
  if (done.ok) await thisPage().client.invalidateQueries({ queryKey: ['shares', caseId] });
  return done;
}

export const makeShare = async (caseId: string, body: ShareBody) =>
  readAgain(caseId, await sendCommand<ShareItem>('POST', pathOf(caseId), body));

export const revokeShare = async (caseId: string, shareId: string) =>
  readAgain(
    caseId,
    await sendCommand<ShareItem>('DELETE', `${pathOf(caseId)}/${encodeURIComponent(shareId)}`),
  );

const DAY_MS = 86_400_000;

/** What would make the same link again, for as many days as it had. */
export function bodyOf({ for: audience, what, scope, lang, at, expiresAt }: ShareItem): ShareBody {
  const days = Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(at)) / DAY_MS));
  const named = {
    plan: () => what.kind === 'plan' && { list: what.list, version: what.version },
    model: () => what.kind === 'model' && { fileId: what.fileId },
    wear: () => ({}),
  }[what.kind]();
  return { for: audience, ...named, ...scope, days, lang };
}
