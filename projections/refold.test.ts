import { describe, expect, it } from 'vitest';
import { chatStreamOf, conversationIdOfCase } from '#events/chat/conversation.ts';
import { createRawMemoryStore } from '#services/eventstore/memory.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { openReadModels } from './readmodels.ts';
import { createWalk } from './testing/walk.ts';
import { allCasesQuery, testClock } from './testing/walk-models.ts';

async function sealed(clock = testClock) {
  const keyring = createSubjectKeyring(createMemoryVault(), Buffer.alloc(32, 1));
  const store = createVersionedStore(createSealedStore(createRawMemoryStore({ id: 'sealed' }), { keyring }));
  const walk = createWalk({ seed: 71, log: store, cases: 10 });
  await walk.setUp();
  for (let i = 0; i < 400; i++) await walk.step();
  const models = await openReadModels({ store, dir: ':memory:', clock });
  const admin = walk.viewers.find(v => v.id === 'admin');
  if (!admin) throw new Error('no admin');
  const ctx = { viewer: admin, hidden: false, person: models.personRef, logId: models.logId };
  return { keyring, store, walk, models, ctx };
}

describe('an erased patient', () => {
  it('leaves all rows and search results, while the case goes on', async () => {
    const { keyring, walk, models, ctx } = await sealed();
    const state = [...walk.states.values()].find(s => s.plans.length > 0 && s.orgId === 'main' && !s.deleted);
    const name = state?.sections.patient.name ?? '';
    const caseId = state?.caseId ?? '';
    const found = () => models.caseItems(ctx, { ...allCasesQuery, keyword: name }).items.map(i => i.caseId);
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
    expect(models.counts(ctx.viewer).counters.all).toBe(models.caseItems(ctx, allCasesQuery).total);
    await models.close();
  });

  it('is in no row of a rebuild that ran during the erasure', async () => {
    const { keyring, walk, models, ctx } = await sealed();
    const state = [...walk.states.values()].find(
      s => s.orgId === 'main' && s.sections.patient.name && !s.deleted,
    );
    const caseId = state?.caseId ?? '';
    const rebuilt = models.rebuild();
    // The log has been read and folded by then; words are being indexed.
    await new Promise(resolve => setImmediate(resolve));
    await keyring.eraseSubject(caseId);
    await models.refold(caseId);
    await rebuilt;
    expect(models.caseView(ctx, caseId)).toMatchObject({ erased: true, header: { patientName: '' } });
    await models.close();
  });

  it('is in no row of events that were read before the erasure and folded after it', async () => {
    // Slow enough for one event in each turn.
    let now = testClock.now();
    const slow = { now: () => (now += 10) };
    const { keyring, store, walk, models } = await sealed(slow);
    const state = [...walk.states.values()].find(s => s.orgId === 'main' && !s.deleted);
    const caseId = state?.caseId ?? '';
    const conversation = conversationIdOfCase(caseId);
    const data = { client: '', files: [], refs: [], replyTo: null, mentions: [] };
    const stamp = { at: new Date(now).toISOString(), by: state?.ownerId ?? '', subject: caseId };
    const said = Array.from({ length: 30 }, () => ({
      ...stamp,
      id: crypto.randomUUID(),
      type: 'MessageSent',
      data,
      personal: { text: 'secret', names: [] },
    }));
    await store.append(chatStreamOf(conversation), 'any', said);
    while (!models.saidRow(conversation, said[2]?.id ?? '')) await new Promise(r => setImmediate(r));
    await keyring.eraseSubject(caseId);
    await models.refold(caseId);
    await models.reached(await store.head(), 120_000);
    const names = { person: models.personRef, logId: models.logId };
    const texts = models.saidPage(names, conversation, { after: 0, size: 100 }).map(m => m.text);
    expect(texts).toEqual(said.map(() => ''));
    await models.close();
  });
});
