import { describe, expect, it } from 'vitest';
import { limits } from '../case/limits.ts';
import { isRefusal } from '../errors.ts';
import {
  acceptAssistantOffer,
  assertAssistantLimit,
  assistantsOf,
  assistantsOfferedTo,
  declineAssistantOffer,
  endServingDoctor,
  keepingDoctorOf,
  offerAssistant,
  requireFreezableAssistant,
  requireKeeperOfAssistant,
  requireOwnAssistant,
  withdrawAssistantOffer,
} from './assistants.ts';
import { type Directory, emptyDirectory, evolveDirectory } from './directory.ts';
import type { DirectoryEvent } from './events.ts';
import type { Position } from './position.ts';

type Happened = DirectoryEvent & { by?: string };

const added = (personId: string, position: Position, serves: string[] = [], orgId = 'clinic'): Happened => ({
  type: 'PersonAdded',
  data: { personId, orgId, position, serves, trialUntil: null },
  personal: { userName: personId, name: personId, phone: null, email: null },
});
const offered = (doctorId: string): Happened => ({
  type: 'AssistantOffered',
  data: { personId: 'min', doctorId },
});
const serving = (...serves: string[]): Happened => ({
  type: 'PersonChanged',
  data: { personId: 'min', serves },
  personal: {},
});
const of = (type: 'PersonFrozen' | 'PersonRemoved', personId: string, by = 'admin'): Happened => ({
  type,
  data: { personId },
  by,
});

const people = [
  ...[added('wen', 'Doctor'), added('hart', 'Doctor'), added('sun', 'Doctor')],
  ...[added('min', 'Assistant', ['wen']), added('admin', 'Admin'), added('far', 'Doctor', [], 'other')],
];
const given = (...events: Happened[]): Directory =>
  [...people, ...events].reduce((d, e, revision) => evolveDirectory(d, { ...e, revision }), emptyDirectory);

/** Name of the refusal, with the issue of its field. */
function refused(run: () => unknown): string {
  try {
    return JSON.stringify(run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const [issue] = error.data?.issues ?? [];
    return issue ? `${error.refusal} ${issue.path} ${issue.issue}` : error.refusal;
  }
}
const by = (doctorId: string) => ({ doctorId, personId: 'min' });

describe('an assistant', () => {
  it('is found by the doctors served only', () => {
    const shared = given(serving('wen', 'hart'));
    for (const doctor of ['wen', 'hart']) {
      expect(requireOwnAssistant(shared, by(doctor)).id).toBe('min');
      expect(assistantsOf(shared, doctor).map(p => p.id)).toEqual(['min']);
    }
    for (const doctor of ['sun', 'far', 'admin', 'min'])
      expect(refused(() => requireOwnAssistant(shared, by(doctor)))).toBe('notFound');
    expect(refused(() => requireOwnAssistant(shared, { doctorId: 'wen', personId: 'hart' }))).toBe(
      'notFound',
    );
    expect(refused(() => requireOwnAssistant(given(of('PersonRemoved', 'min')), by('wen')))).toBe('notFound');
  });
  it('is kept by the first doctor whose account was not removed', () => {
    const shared = given(serving('wen', 'hart'));
    expect(requireKeeperOfAssistant(shared, by('wen')).id).toBe('min');
    expect(refused(() => requireKeeperOfAssistant(shared, by('hart')))).toBe('notPermitted');
    expect(refused(() => requireKeeperOfAssistant(shared, by('sun')))).toBe('notFound');
    const left = given(serving('wen', 'hart'), of('PersonRemoved', 'wen'));
    expect(requireKeeperOfAssistant(left, by('hart')).id).toBe('min');
    const frozen = given(serving('wen', 'hart'), of('PersonFrozen', 'wen'));
    expect(refused(() => requireKeeperOfAssistant(frozen, by('hart')))).toBe('notPermitted');
  });
  it('frozen by an Admin is not unfrozen by a doctor', () => {
    const may = (...events: Happened[]) =>
      refused(() => requireFreezableAssistant(given(...events), by('wen')).id);
    expect(may(of('PersonFrozen', 'min', 'wen'))).toBe('"min"');
    expect(may()).toBe('"min"');
    expect(may(of('PersonFrozen', 'min', 'admin'))).toBe('notPermitted');
    expect(may(of('PersonFrozen', 'min', 'nobody'))).toBe('notPermitted');
  });
  it('is one of a limited number', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => added(`a${i}`, 'Assistant', ['wen']));
    const limit = (n: number) => refused(() => assertAssistantLimit(given(...many(n)), 'wen', 'userName'));
    expect(limit(limits.assistants - 2)).toBeUndefined();
    expect(limit(limits.assistants - 1)).toBe('badInput userName assistant-limit');
  });
});

describe('sharing an assistant', () => {
  const offer = (d: Directory, doctorId: string, account: string) =>
    refused(() => offerAssistant(d, by(doctorId), () => account));

  it('asks a colleague by login', () => {
    const events = offerAssistant(given(), by('wen'), () => 'HART');
    expect(events).toEqual([{ type: 'AssistantOffered', data: { personId: 'min', doctorId: 'hart' } }]);
    const asked = given(...events);
    expect(assistantsOfferedTo(asked, 'hart').map(p => p.id)).toEqual(['min']);
    expect(assistantsOf(asked, 'hart')).toEqual([]);
    expect(offer(asked, 'wen', 'hart')).toBe('[]');
  });
  it('asks only a doctor of the organisation who can work and does not have the assistant', () => {
    for (const account of ['far', 'admin', 'min', 'nobody', 'wen'])
      expect(offer(given(), 'wen', account)).toBe('badInput account colleague-unknown');
    expect(offer(given(of('PersonFrozen', 'hart')), 'wen', 'hart')).toBe(
      'badInput account colleague-unknown',
    );
    expect(offer(given(serving('wen', 'hart')), 'wen', 'hart')).toBe('badInput account colleague-served');
    const others = Array.from({ length: limits.doctorsServed - 1 }, (_, i) => `d${i}`);
    expect(offer(given(serving('wen', ...others)), 'wen', 'hart')).toBe('badInput account doctors-limit');
  });
  it('is offered by the keeper, whose rights come before the body', () => {
    const unread = () => {
      throw new Error('the body is read');
    };
    const shared = given(serving('wen', 'hart'));
    expect(refused(() => offerAssistant(shared, by('hart'), unread))).toBe('notPermitted');
    expect(refused(() => offerAssistant(shared, by('sun'), unread))).toBe('notFound');
  });
  it('begins when the colleague agrees', () => {
    const events = acceptAssistantOffer(given(offered('hart')), by('hart'));
    expect(events).toMatchObject([{ type: 'PersonChanged', data: { serves: ['wen', 'hart'] } }]);
    const after = given(offered('hart'), ...events);
    expect(after.people.get('min')).toMatchObject({ serves: ['wen', 'hart'], offers: [] });
  });
  it('is refused to a doctor who was not asked, or not any more', () => {
    for (const answer of [acceptAssistantOffer, declineAssistantOffer]) {
      expect(refused(() => answer(given(offered('hart')), by('sun')))).toBe('notFound');
      expect(refused(() => answer(given(offered('hart'), of('PersonRemoved', 'min')), by('hart')))).toBe(
        'notFound',
      );
    }
  });
  it('does not begin for a doctor with the most assistants', () => {
    const many = Array.from({ length: limits.assistants }, (_, i) => added(`a${i}`, 'Assistant', ['hart']));
    expect(refused(() => acceptAssistantOffer(given(offered('hart'), ...many), by('hart')))).toBe(
      'badInput id assistant-limit',
    );
  });
  it('ends before it begins when the colleague declines or the keeper withdraws the offer', () => {
    const ended = [{ type: 'AssistantOfferEnded', data: { personId: 'min', doctorId: 'hart' } }];
    const asked = given(offered('hart'));
    expect(declineAssistantOffer(asked, by('hart'))).toEqual(ended);
    expect(withdrawAssistantOffer(asked, by('wen'), 'hart')).toEqual(ended);
    expect(refused(() => withdrawAssistantOffer(asked, by('wen'), 'sun'))).toBe('notFound');
    expect(
      refused(() => withdrawAssistantOffer(given(serving('wen', 'sun'), offered('hart')), by('sun'), 'hart')),
    ).toBe('notPermitted');
  });
  it('ends for each doctor alone; the next one then keeps the account', () => {
    const shared = given(serving('wen', 'hart'));
    expect(endServingDoctor(shared, by('hart'))).toMatchObject([{ data: { serves: ['wen'] } }]);
    const left = given(serving('wen', 'hart'), ...endServingDoctor(shared, by('wen')));
    const min = left.people.get('min');
    expect(min && keepingDoctorOf(left, min)).toBe('hart');
    expect(refused(() => endServingDoctor(left, by('hart')))).toBe('badInput id last-doctor');
    expect(refused(() => endServingDoctor(left, by('wen')))).toBe('notFound');
  });
});
