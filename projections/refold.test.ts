import { describe, expect, it } from 'vitest';
import { erasedValue } from '#services/erased.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import { createSealedStore } from '#services/eventstore/sealed.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { openReadModels } from './readmodels.ts';
import { createWalk } from './testing/walk.ts';
import { everything, testClock } from './testing/walked.ts';

async function sealed() {
  const keyring = createKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const store = createSealedStore(createMemoryStore({ id: 'sealed' }), { keyring, erasedValue });
  const walk = createWalk({ seed: 71, log: store, cases: 10 });
  await walk.setUp();
  for (let i = 0; i < 400; i++) await walk.step();
  const models = await openReadModels({ store, dir: ':memory:', clock: testClock });
  const admin = walk.viewers.find(v => v.id === 'admin');
  if (!admin) throw new Error('no admin');
  const ctx = { viewer: admin, hidden: false, person: models.personRef, logId: models.logId };
  return { keyring, store, walk, models, ctx };
}

describe('a patient who is erased', () => {
  it('is in no row and found by no word, while the case goes on', async () => {
    const { keyring, walk, models, ctx } = await sealed();
    const state = [...walk.states.values()].find(s => s.plans.length > 0 && s.orgId === 'main' && !s.deleted);
    const name = state?.sections.patient.name ?? '';
    const caseId = state?.caseId ?? '';
    const found = () => models.caseItems(ctx, { ...everything, keyword: name }).items.map(i => i.caseId);
    expect(found()).toContain(caseId);
    const others = found().filter(id => id !== caseId);
    const history = models.history(ctx, caseId);

    await keyring.eraseSubject(caseId);
    await models.refold(caseId);

    expect(found()).toEqual(others);
    const view = models.caseView(ctx, caseId);
    expect(view).toMatchObject({ erased: true, sections: { patient: {} }, header: { patientName: '' } });
    expect(view?.header.status).toBe(state?.status);
    expect(view?.plans.length).toBe(state?.plans.length);
    expect(JSON.stringify(view)).not.toContain(name);
    const after = models.history(ctx, caseId);
    expect(after?.map(h => h.type)).toEqual(history?.map(h => h.type));
    expect(after?.some(h => h.note !== null)).toBe(false);
    expect(models.counts(ctx.viewer).counters.all).toBe(models.caseItems(ctx, everything).total);
    await models.close();
  });
});
