/**
 * Loads a version's plan.json and validates it again, because the server may have checked it with another
 * release.
 */
import { queryOptions } from '@tanstack/react-query';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';

/** The properties of a file that identify a bundle's part. */
export type BundleFile = { id: string; sha256: string; mime: string };

/**
 * Returns the plan.json among a version's files. Undefined if the version has plain files only, which cannot
 * be shown.
 */
export const findPlanJson = (files: readonly BundleFile[]): BundleFile | undefined =>
  files.find(file => file.mime === 'application/json');

async function read(url: string, signal: AbortSignal): Promise<PlanBundle | null> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const parsed = planBundleSchema.safeParse(await answer.json());
  return parsed.success ? parsed.data : null;
}

/**
 * Query of a bundle by the address of its plan.json (`/api/files/{id}`). Null if it is not valid. Never
 * stale, because the file is named by its content.
 */
export const bundleQuery = (url: string) =>
  queryOptions({
    queryKey: ['bundle', url],
    queryFn: ({ signal }) => read(url, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
