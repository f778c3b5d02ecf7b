import { expect, test } from 'vitest';
import { auditStreamOf } from '#events/audit/events.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import { createAuditTrail } from './audit-trail.ts';

const admin = { id: 'p-admin', position: 'Admin', orgId: 'main', serves: [] } as const;

test('an order that two nodes record has one entry, and another order has its own', async () => {
  const store = createMemoryStore();
  const clock = createManualClock(0);
  const node = () => createAuditTrail({ store, clock, ids: systemIds, acts: () => undefined });
  const [one, other] = ['1b671a64-40d5-491e-99b0-da01ff1f3341', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'];
  const compared = { version: null, from: null, to: null };
  const exported = { format: 'csv', facts: false, from: null, to: null, position: '00000000-1' };
  for (const trail of [node(), node()]) {
    await trail.versionsCompared(admin, compared, one);
    await trail.tablesExported(admin, exported, other);
  }
  await node().versionsCompared(admin, compared, other.replace('6', '7'));
  const types: string[] = [];
  for await (const { type } of store.read(auditStreamOf(admin.id))) types.push(type);
  expect(types).toEqual(['VersionsCompared', 'TablesExported', 'VersionsCompared']);
});
