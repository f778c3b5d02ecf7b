import { expect, it } from 'vitest';
import { given } from '../testing/given.ts';
import { at, parcel, play, stateOf } from '../testing/past.ts';
import { assistant, doctor, vendor } from '../testing/people.ts';

const right = { courier: 1, trackingNumber: 'SF1234567890' };
const corrected = play(at[23], [vendor, 'correctParcel', right]);

it('keeps both numbers in the event, and the new one in the parcel', () => {
  const state = given(at[23])
    .when('correctParcel', vendor, right)
    .then({ type: 'ParcelCorrected', data: { shipment: 1, ...right, before: parcel } });
  expect(state).toMatchObject({
    status: 23,
    shipments: [{ ...right, at: stateOf(at[23]).shipments[0]?.at }],
  });
});

it('may be done again until the parcel is received, each time from the number before', () => {
  given(corrected)
    .when('correctParcel', vendor, parcel)
    .then({ data: { ...parcel, before: right } });
  given(play(corrected, [doctor, 'confirmReceipt']))
    .when('correctParcel', vendor, parcel)
    .refused('actionClosed');
});

it('writes nothing where courier and number are as they were', () => {
  expect(play(corrected, [vendor, 'correctParcel', right])).toHaveLength(corrected.length);
});

it('is the manufacturer’s, with a number that a courier can have', () => {
  for (const viewer of [doctor, assistant])
    given(at[23]).when('correctParcel', viewer, right).refused('notPermitted');
  given(at[23])
    .when('correctParcel', vendor, { ...right, trackingNumber: 'sf 1' })
    .refused('badInput', 'trackingNumber: tracking-format');
  given(at[17]).when('correctParcel', vendor, right).refused('actionClosed');
});
