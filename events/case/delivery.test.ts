import { describe, expect, it } from 'vitest';
import { sampleDeliveryAddress } from '../script/orders.ts';
import { decisionOutcome, given } from '../testing/given.ts';
import {
  parcel,
  pastAt,
  playSteps,
  recordEvents,
  stateOf,
  treatedPast,
  withoutDeliveryAddress,
} from '../testing/past.ts';
import { assistant, doctor, doctor2, service, supervisor, technician, vendor } from '../testing/people.ts';
import { decisionContext } from '../testing/world.ts';
import { foldCase, initialCaseState } from './case.ts';
import { saveSection } from './decider.ts';
import { Status } from './status.ts';

const elsewhere = { ...sampleDeliveryAddress, consignee: '陈立', zip: '200002' };

describe('setDelivery', () => {
  it('replaces the address, keeps the rest of the section and the status', () => {
    const state = given(pastAt[Status.ModelProcessing])
      .when('setDelivery', doctor, elsewhere)
      .then({ type: 'DeliverySet', data: {}, personal: { address: elsewhere } });
    expect(state.status).toBe(Status.ModelProcessing);
    expect(state.sections.data).toEqual({ ...parcel, deliveryAddress: elsewhere });
  });
  it('appends no event if the address is unchanged', () => {
    given(pastAt[Status.PrepareProduction]).when('setDelivery', doctor, sampleDeliveryAddress).then();
  });
  it('is permitted to the owner, an assistant and the service desk only', () => {
    for (const who of [doctor, assistant, service])
      given(pastAt[Status.InProduction]).when('setDelivery', who, elsewhere).then({ type: 'DeliverySet' });
    for (const who of [supervisor, technician, vendor])
      given(pastAt[Status.InProduction]).when('setDelivery', who, elsewhere).refused('notPermitted');
    given(pastAt[Status.InProduction]).when('setDelivery', doctor2, elsewhere).refused('caseUnknown');
  });
  it('requires a complete address, and names each missing part', () => {
    const { zip: _zip, ...rest } = elsewhere;
    given(pastAt[Status.InProduction]).when('setDelivery', doctor, rest).refused('badInput', 'zip: required');
    given(pastAt[Status.InProduction])
      .when('setDelivery', doctor, { ...elsewhere, phone: 'x' })
      .refused('badInput', 'phone: phone-format');
    given(pastAt[Status.InProduction])
      .when('setDelivery', doctor, {})
      .refused(
        'badInput',
        ...['consignee', 'phone', 'address', 'zip', 'clinic'].map(part => `${part}: required`),
      );
  });
  it('updates the revision of the data section, so that stale saves are detected', () => {
    const after = stateOf(playSteps(pastAt[Status.SupervisorRejected], [service, 'setDelivery', elsewhere]));
    expect(after.saved.data).toMatchObject({ by: service.id, revision: after.revision });
  });
  it('leaves a rejected case editable', () => {
    const past = playSteps(pastAt[Status.SupervisorRejected], [doctor, 'setDelivery', elsewhere]);
    const saved = decisionOutcome(() =>
      saveSection(stateOf(past), 'data', { deliveryAddress: sampleDeliveryAddress }, decisionContext(doctor)),
    );
    expect(saved).toMatchObject({
      events: [{ data: { to: Status.SupervisorRejected, fields: ['deliveryAddress'] } }],
    });
  });
  it('loses the address with the patient’s key', () => {
    const [first, ...more] = recordEvents([], [{ type: 'DeliverySet', data: {}, personal: {} }]);
    expect(more).toEqual([]);
    expect(foldCase(initialCaseState, first ? [first] : []).sections.data).toEqual({});
  });
});

describe('a parcel of a case without a complete address', () => {
  it('is refused for a batch until an address is set', () => {
    const old = withoutDeliveryAddress(pastAt[Status.InProduction]);
    given(old).when('ship', vendor, parcel).refused('noDelivery');
    given(playSteps(old, [service, 'setDelivery', sampleDeliveryAddress]))
      .when('ship', vendor, parcel)
      .then({ data: { to: Status.Shipping } });
  });
  it('is refused for a reordered tray until an address is set', () => {
    const old = withoutDeliveryAddress(treatedPast);
    given(old)
      .when('shipTray', vendor, { tray: 1, ...parcel })
      .refused('noDelivery');
    given(playSteps(old, [doctor, 'setDelivery', sampleDeliveryAddress]))
      .when('shipTray', vendor, { tray: 1, ...parcel })
      .then({ type: 'TrayShipped' });
  });
  it('is refused for its status first, if the case cannot be shipped now', () => {
    given(withoutDeliveryAddress(pastAt[Status.PrepareProduction]))
      .when('ship', vendor, parcel)
      .refused('actionClosed');
  });
});
