/** The demo's people and few of its cases, put where an installation keeps its things: a tenth of the demo's work. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CaseSpec } from '#services/seed/cases.ts';
import { seedDemo } from '#services/seed/seed.ts';
import { parseEnv } from '#services/settings/env.ts';
import { assembleServer } from '#services/start/assemble-server.ts';
import { openFileParts } from '#services/start/file-parts.ts';
import { openPorts } from '#services/start/server-ports.ts';

/** Signing in costs as little as it can: the passwords are known to everybody. */
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/**
 * Fills an empty installation; its first node takes it for one that has the demo.
 * @param settings as a node has them; without DATA_DIR a folder of its own, which goes
 * @param cases of the demo; default none
 */
export async function putPeople(
  settings: Record<string, string>,
  cases: readonly CaseSpec[] = [],
): Promise<void> {
  const own = await mkdtemp(join(tmpdir(), 'archline-people-'));
  try {
    const env = parseEnv({ DATA_DIR: own, LOG_LEVEL: 'error', ...settings });
    const { deps, close } = await assembleServer(await openPorts(env));
    try {
      await seedDemo({ ...deps, blobs: openFileParts(deps).blobs, cost, cases });
    } finally {
      await close();
    }
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
