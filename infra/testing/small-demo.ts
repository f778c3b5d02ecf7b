/**
 * Creates the demo's users and a few of its cases in an installation: a tenth of the work of the whole demo.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoCaseSpec } from '#services/seed/cases.ts';
import { seedDemo } from '#services/seed/seed.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import { openFileParts } from '#services/start/file-parts.ts';
import { openServerPorts } from '#services/start/server-ports.ts';

/** Cheapest password hashing, because the demo passwords are public. */
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/**
 * Creates the demo's users, and `cases`, in an empty installation. The first node then creates no demo.
 * @param settings of a node; without DATA_DIR a temporary folder is used and removed @param cases cases of
 * the demo to create; default none
 */
export async function seedDemoUsers(
  settings: Record<string, string>,
  cases: readonly DemoCaseSpec[] = [],
): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'archline-people-'));
  try {
    const env = parseEnv({ DATA_DIR: own, LOG_LEVEL: 'error', ...settings });
    const { deps, close } = await assembleServer(await openServerPorts(env));
    try {
      await seedDemo({ ...deps, blobs: openFileParts(deps).blobs, cost, cases });
    } finally {
      await close();
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
