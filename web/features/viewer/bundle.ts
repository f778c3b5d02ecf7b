/** The plan.json of a version, read once and checked again: what the server keeps was checked by another release. */
import { queryOptions } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundle } from '#events/plan/bundle-schema.ts';

/** A file as far as it is looked for in a bundle. */
export type BundleFile = { id: string; sha256: string; mime: string };

/** The files of a bundle: what it says, and its shapes by their SHA-256. Undefined: plain files, nothing to be shown. */
export const planFile = (files: readonly BundleFile[]): BundleFile | undefined =>
  files.find(file => file.mime === 'application/json');

async function read(url: string, signal: AbortSignal): Promise<PlanBundle | null> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const parsed = planBundle.safeParse(await answer.json());
  return parsed.success ? parsed.data : null;
}

/**
 * A bundle by where its plan.json is served (`/api/files/{id}`). Null: it says how many stages there are and no more.
 * It never changes: its file is named by its content.
 */
export const bundleAt = (url: string) =>
  queryOptions({
    queryKey: ['bundle', url],
    queryFn: ({ signal }) => read(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
