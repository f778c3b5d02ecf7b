/** Contacts and collisions of a plan at all stages, measured once per version by a worker. */

import { useQuery } from '@tanstack/react-query';
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { measureContacts } from '#workers/measures/client.ts';

/** Progress of the measurement, 0 to 1. Only one plan is open at a time. */
export const contactMeasuringProgressAtom = atom<number>(0);

/** Undefined during the measurement; null if it failed. */
export type MeasuredContacts = ContactReport | null | undefined;

/** The shapes file of a version; undefined if there is none, so nothing can be measured. */
const shapesOf = (plan: PlanItem | undefined, bundle: PlanBundle | null) =>
  plan?.files.find(one => one.sha256 === bundle?.parts.teeth.sha256);
export const hasPlanShapes = (plan: PlanItem | undefined, bundle: PlanBundle | null): boolean =>
  shapesOf(plan, bundle) !== undefined;

type Measured = {
  /** Identifies shapes and poses together: versions may share their shapes. */
  key: string | undefined;
  /** False delays the measurement, because two workers at once would each take twice as long. */
  ready: boolean;
};

/** @param url of the shapes; undefined if there are none */
export function useToothContactsOfShapes(
  url: string | undefined,
  bundle: PlanBundle | null,
  { key, ready }: Measured,
): MeasuredContacts {
  // A new version restarts the progress bar.
  useEffect(() => {
    if (key) screenStore.set(contactMeasuringProgressAtom, 0);
  }, [key]);
  const { data, isError } = useQuery({
    queryKey: ['contacts', key],
    enabled: url !== undefined && ready && typeof Worker !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
    queryFn: ({ signal }) => {
      if (!bundle || !url) throw new Error('the version has no shapes');
      screenStore.set(contactMeasuringProgressAtom, 0);
      return measureContacts(
        url,
        bundle,
        value => screenStore.set(contactMeasuringProgressAtom, value),
        signal,
      );
    },
  });
  return !url || isError ? null : data;
}

/** Contacts of a version; its hash covers the poses. */
export function useToothContacts(
  plan: PlanItem | undefined,
  bundle: PlanBundle | null,
  ready: boolean,
): MeasuredContacts {
  const file = shapesOf(plan, bundle);
  return useToothContactsOfShapes(file && `/api/files/${file.id}`, bundle, { key: plan?.bundle, ready });
}
