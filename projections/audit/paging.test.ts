/** Paging of the audit while entries are added: no entry is lost or repeated. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { auditStreamOf } from '#events/audit/events.ts';
import { auditKinds } from '#events/audit/kinds.ts';
import type { NewEvent } from '#events/envelope.ts';
import { dataAccessStreamOf, directoryStream } from '#events/person/events.ts';
import type { Viewer } from '#events/person/position.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { PresentCtx } from '../present.ts';
import { openReadModels } from '../readmodels.ts';
import type { AuditQuery } from './reads.ts';

const admin: Viewer = { id: 'admin', position: 'Admin', orgId: 'main', serves: [] };
const people = ['admin', 'doctor'] as const;

/** An act of one of two people, at the same millisecond as the act before it, or later. */
const act = fc.record({
  by: fc.constantFrom(...people),
  type: fc.constantFrom('EyeOpened', 'RecordDownloaded', 'AuditRead'),
  later: fc.boolean(),
});
type Act = { by: string; type: string; later: boolean };
const filter = fc.record(
  {
    personId: fc.constantFrom(...people),
    kind: fc.constantFrom('reveal', 'download', 'audit'),
    caseId: fc.constantFrom('CASE22'),
  },
  { requiredKeys: [] },
);

const contact = { userName: 'a', name: 'A', phone: null, email: null };
const stamp = (n: number, by: string, at: string) => ({ id: `e-${n}`, at, by });

async function openWorld() {
  const store = createMemoryStore();
  const models = await openReadModels({ store, dir: ':memory:', clock: { now: () => 0 } });
  let n = 0;
  let ms = Date.parse('2026-11-28T08:00:00Z');
  const append = (stream: string, event: Omit<NewEvent, 'id' | 'at' | 'by'>, by = 'system') =>
    store.append(stream, 'any', [{ ...event, ...stamp(n++, by, new Date(ms).toISOString()) }]);
  const data = { orgId: 'main', name: 'Main', servedBy: 'main', zone: 'UTC' };
  await append(directoryStream, { type: 'OrganisationAdded', data });
  for (const personId of people) {
    const facts = { personId, orgId: 'main', position: 'Admin', serves: [], trialUntil: null };
    await append(directoryStream, { type: 'PersonAdded', data: facts, personal: contact, subject: personId });
  }
  const perform = async ({ by, type, later }: Act) => {
    if (later) ms += 1;
    if (type === 'EyeOpened') await append(dataAccessStreamOf(by), { type, data: { personId: by } }, by);
    else if (type === 'AuditRead') await append(auditStreamOf(by), { type, data: { filter: {} } }, by);
    else await append(auditStreamOf(by), { type, data: { caseId: 'CASE22', what: 'order' } }, by);
  };
  const ctx: PresentCtx = { viewer: admin, hidden: false, person: models.personRef, logId: store.id };
  const followed = async () => void (await models.reached(await store.head(), 10_000));
  return {
    perform,
    followed,
    page: (asked: AuditQuery) => models.auditPage(ctx, asked),
    close: models.close,
  };
}

it('yields each entry that existed at the first page exactly once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 25 }),
      fc.array(act, { maxLength: 6 }),
      filter,
      fc.integer({ min: 1, max: 7 }),
      async (before, during, asked, size) => {
        const world = await openWorld();
        for (const one of before) await world.perform(one);
        await world.followed();
        const all = world.page({ ...asked, size: 1000 }).found.map(({ entry }) => entry);
        const seen: string[] = [];
        const added = [...during];
        for (let cursor: string | undefined; ; ) {
          const { found, next } = world.page({ ...asked, size, ...(cursor && { before: cursor }) });
          expect(found.length).toBeLessThanOrEqual(size);
          seen.push(...found.map(({ entry }) => entry.id));
          const one = added.shift();
          if (one) await world.perform(one);
          await world.followed();
          if (next === null) break;
          cursor = next;
        }
        expect(seen).toEqual(all.map(({ id }) => id));
        expect(all.map(({ at }) => at)).toEqual(
          all
            .map(({ at }) => at)
            .sort()
            .reverse(),
        );
        const kinds = new Set(all.map(({ kind }) => kind));
        expect(auditKinds.filter(kind => kinds.has(kind) && asked.kind && kind !== asked.kind)).toEqual([]);
        await world.close();
      },
    ),
    { numRuns: 30 },
  );
});
