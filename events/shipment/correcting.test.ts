import { expect, it } from 'vitest';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { parcel, pastAt, playSteps, stateOf } from '../testing/past.ts';
import { assistant, doctor, vendor } from '../testing/people.ts';

const right = { courier: 1, trackingNumber: 'SF1234567890' };
const corrected = playSteps(pastAt[Status.Shipping], [vendor, 'correctParcel', right]);

it('a corrected parcel has the new number; the event has both', () => {
  const state = given(pastAt[Status.Shipping])
    .when('correctParcel', vendor, right)
    .then({ type: 'ParcelCorrected', data: { shipment: 1, ...right, before: parcel } });
  expect(state).toMatchObject({
    status: Status.Shipping,
    shipments: [{ ...right, at: stateOf(pastAt[Status.Shipping]).shipments[0]?.at }],
  });
});

it('a parcel can be corrected repeatedly until its receipt', () => {
  given(corrected)
    .when('correctParcel', vendor, parcel)
    .then({ data: { ...parcel, before: right } });
  given(playSteps(corrected, [doctor, 'confirmReceipt']))
    .when('correctParcel', vendor, parcel)
    .refused('actionClosed');
});

it('a correction without a change appends no event', () => {
  expect(playSteps(corrected, [vendor, 'correctParcel', right])).toHaveLength(corrected.length);
});

it('a correction is permitted to the manufacturer, with a valid number', () => {
  for (const viewer of [doctor, assistant])
    given(pastAt[Status.Shipping]).when('correctParcel', viewer, right).refused('notPermitted');
  given(pastAt[Status.Shipping])
    .when('correctParcel', vendor, { ...right, trackingNumber: 'sf 1' })
    .refused('badInput', 'trackingNumber: tracking-format');
  given(pastAt[Status.InProduction]).when('correctParcel', vendor, right).refused('actionClosed');
});
