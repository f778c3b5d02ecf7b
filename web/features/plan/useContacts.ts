/** Contacts and collisions of a plan at all its stages, measured once for a version by a worker. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import { measureContacts } from '#workers/measures/client.ts';

/** How far the measuring has come, 0 to 1. One plan is open at a time. */
export const contactsShare: Store<number> = createStore(0);

/** Undefined while it is measured; null where it cannot be. */
export type Contacts = ContactReport | null | undefined;

/** The file of a version's shapes; undefined where it has none, and nothing can be measured on it. */
const shapesOf = (plan: PlanItem | undefined, bundle: PlanBundle | null) =>
  plan?.files.find(one => one.sha256 === bundle?.parts.teeth.sha256);
export const hasShapes = (plan: PlanItem | undefined, bundle: PlanBundle | null): boolean =>
  shapesOf(plan, bundle) !== undefined;

/**
 * Kept by the bundle's hash, which its poses are part of: versions may share their shapes.
 * @param ready false: not yet; two workers at once would each take twice as long
 */
export function useContacts(plan: PlanItem | undefined, bundle: PlanBundle | null, ready: boolean): Contacts {
  const file = shapesOf(plan, bundle);
  // Another version begins anew.
  useEffect(() => {
    if (plan?.bundle) contactsShare.set(0);
  }, [plan?.bundle]);
  const { data, isError } = useQuery({
    queryKey: ['contacts', plan?.bundle],
    enabled: file !== undefined && ready && typeof Worker !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: ({ signal }) => {
      if (!bundle || !file) throw new Error('there are no shapes');
      contactsShare.set(0);
      return measureContacts(`/api/files/${file.id}`, bundle, contactsShare.set, signal);
    },
  });
  return !file || isError ? null : data;
}
