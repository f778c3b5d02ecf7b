/** Contacts and collisions of a plan at all its stages, measured once for a version by a worker. */

import { useQuery } from '@tanstack/react-query';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { measureContacts } from '#workers/measures/client.ts';

/** How far the measuring has come, 0 to 1. One plan is open at a time. */
export const contactsShare = atom<number>(0);

/** Undefined while it is measured; null where it cannot be. */
export type Contacts = ContactReport | null | undefined;

/** The file of a version's shapes; undefined where it has none, and nothing can be measured on it. */
const shapesOf = (plan: PlanItem | undefined, bundle: PlanBundle | null) =>
  plan?.files.find(one => one.sha256 === bundle?.parts.teeth.sha256);
export const hasShapes = (plan: PlanItem | undefined, bundle: PlanBundle | null): boolean =>
  shapesOf(plan, bundle) !== undefined;

type Measured = {
  /** Names the shapes and their poses together: versions may share their shapes. */
  key: string | undefined;
  /** False: wait. Two workers at once would each take twice as long. */
  ready: boolean;
};

/** @param url of the shapes; undefined where there are none */
export function useContactsAt(
  url: string | undefined,
  bundle: PlanBundle | null,
  { key, ready }: Measured,
): Contacts {
  // Another version begins at 0.
  useEffect(() => {
    if (key) screenStore.set(contactsShare, 0);
  }, [key]);
  const { data, isError } = useQuery({
    queryKey: ['contacts', key],
    enabled: url !== undefined && ready && typeof Worker !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: ({ signal }) => {
      if (!bundle || !url) throw new Error('there are no shapes');
      screenStore.set(contactsShare, 0);
      return measureContacts(url, bundle, value => screenStore.set(contactsShare, value), signal);
    },
  });
  return !url || isError ? null : data;
}

/** Contacts of a version; its hash covers the poses. */
export function useContacts(plan: PlanItem | undefined, bundle: PlanBundle | null, ready: boolean): Contacts {
  const file = shapesOf(plan, bundle);
  return useContactsAt(file && `/api/files/${file.id}`, bundle, { key: plan?.bundle, ready });
}
