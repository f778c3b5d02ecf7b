/** A renamed person: pages receive the new name, and need not read anything again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
  viewerById,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const change = (personId: string, to: { name?: string; serves?: string[] }) =>
  world.caught(world.deps.accounts.change({ by: 'admin', commandId: crypto.randomUUID() }, personId, to));
const position = () => `${world.deps.models.logId.slice(0, 8)}-${world.deps.models.position()}`;
const namesTold = (page: TestPage) => page.rows('names').map(row => row.row);

it('sends a renaming to open pages as one row, without a reset', async () => {
  const [doctor, supervisor] = [await world.enter('doctor'), await world.enter('supervisor')];
  await change('technician', { name: '陈新' });
  await Promise.all([doctor.settled(), supervisor.settled()]);
  for (const page of [doctor, supervisor]) {
    expect(namesTold(page)).toEqual([{ id: 'technician', name: '陈新', position: 'Technician' }]);
    expect(page.told.map(t => t.event)).not.toContain('reset');
  }
});

it('sends a renaming, and no other row, to a page that reconnects', async () => {
  const caseId = await createSubmittedCase(world);
  const before = position();
  await change('doctor', { name: '王新' });
  const page = await world.enter('supervisor');
  expect(await page.socket.emitWithAck('resume', { position: before })).toEqual({ ok: true });
  const { rows } = await page.next('rows');
  expect(rows.map(r => [r.view, r.id])).toEqual([['names', 'doctor']]);
  const { models } = world.deps;
  const ctx = {
    viewer: viewerById('supervisor'),
    hidden: false,
    person: models.personRef,
    logId: models.logId,
  };
  expect(models.caseItem(ctx, caseId)?.owner).toEqual(rows[0]?.row);
});

it('hides a renaming from another doctor of the organisation and from other organisations', async () => {
  const strangers = await Promise.all(['doctor2', 'other', 'otherSupervisor'].map(p => world.enter(p)));
  const helper = await world.enter('assistant');
  for (const id of ['doctor', 'assistant']) await change(id, { name: '王新' });
  for (const page of strangers) {
    await page.settled();
    expect(page.told).toEqual([]);
  }
  await helper.settled();
  expect(namesTold(helper)).toHaveLength(2);
});

it('still sends a renaming to a doctor whom the assistant no longer serves: the history names the assistant', async () => {
  await change('assistant', { serves: ['doctor2'] });
  const pages = await Promise.all(['doctor', 'doctor2'].map(p => world.enter(p)));
  await change('assistant', { name: '小张' });
  for (const page of pages) {
    await page.settled();
    expect(namesTold(page)).toMatchObject([{ name: '小张' }]);
  }
});

it('sends no reset for a renaming, but one for a change of the viewer’s own rights', async () => {
  const before = position();
  await change('assistant', { serves: ['doctor2'] });
  const assistant = await world.enter('assistant');
  expect(await assistant.socket.emitWithAck('resume', { position: before })).toEqual({ ok: false });
  const doctor = await world.enter('doctor');
  expect(await doctor.socket.emitWithAck('resume', { position: before })).toEqual({ ok: true });
});
