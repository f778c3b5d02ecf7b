/** Entries of the audit as the API answers with them. */
import { recordOf } from '#events/streams.ts';
import type { AuditEntry, AuditEntryWithSeal } from '#projections/audit/reads.ts';
import type { ApiDeps } from './deps.ts';

export type AuditItem = AuditEntry & {
  /** Range of the addresses of failed sign-ins; null if unknown or erased. */
  range: string | null;
};

export type AuditAnswer = {
  items: AuditItem[];
  /** `before` of the next page; null at the end. */
  next: string | null;
};

type ItemDeps = Pick<ApiDeps, 'store'>;

/** Opens the sealed range of an entry. Null if its key is deleted. */
async function rangeOf({ store }: ItemDeps, { sealed }: AuditEntryWithSeal): Promise<string | null> {
  const event = sealed && (await store.find(sealed.stream, sealed.id));
  if (!event) return null;
  const { type, personal } = recordOf('audit', event);
  return type === 'SignInsFailed' && personal.range !== '' ? personal.range : null;
}

/** Adds to entries what only the log has: the address ranges. */
export const readAuditItems = (deps: ItemDeps, found: readonly AuditEntryWithSeal[]): Promise<AuditItem[]> =>
  Promise.all(found.map(async each => ({ ...each.entry, range: await rangeOf(deps, each) })));
