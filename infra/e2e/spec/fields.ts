/**
 * Every field of product-spec.md 3 in order: the rows of the order form that contain it, or the test that
 * covers it.
 */

export type FieldCoverage =
  /** Paths of the order form, or prefixes of paths. */
  | { at: readonly string[] }
  /** A test outside of the order form: file and title. */
  | { test: string; title: string }
  /** The later work that adds the field. */
  | { later: 'people and back office' };

export type SpecField = { entity: string; field: string } & FieldCoverage;

export const specFieldTitle = ({ entity, field }: SpecField) => `${entity}: ${field}`;

const of = (entity: string, fields: Readonly<Record<string, FieldCoverage>>): SpecField[] =>
  Object.entries(fields).map(([field, held]) => ({ entity, field, ...held }));
const at = (...paths: string[]) => ({ at: paths });
const rx = (...fields: string[]) => ({ at: fields.map(field => `prescription.${field}`) });
const lingual = (...fields: string[]) => rx(...fields.map(field => `lingual.${field}`));
const test = (file: string, title: string) => ({ test: file, title });
const later = (work: Extract<FieldCoverage, { later: string }>['later']) => ({ later: work });

const life = test(
  'infra/e2e/life.spec.ts',
  'a case from the first click to completion, live in three browsers',
);
const account = test('services/api/people.test.ts', 'creates an account that can sign in');
const paperHead = test(
  'services/api/order.test.ts',
  'names the case’s owner and status, its records with their hashes, and page numbers',
);
const addresses = test(
  'services/api/addresses.test.ts',
  'are added, changed and removed; one is the default',
);

export const specFields: readonly SpecField[] = [
  ...of('Session values', {
    'all of the list': test('web/lib/storage.test.ts', 'names every value of the spec and no other'),
  }),
  ...of('User info', {
    'userName, position': account,
    'userIcon, default avatar': test(
      'services/api/avatars.test.ts',
      'a removed or replaced picture is gone for colleagues at once, and its file within a week',
    ),
    'logo, orgId': test('services/api/people.test.ts', 'lists the organisations that it serves'),
    buttonIds: test(
      'services/people/sessions.test.ts',
      'the button rights of a position are its menu entries and the actions that it may ever take',
    ),
  }),
  ...of('Case', {
    'case ID': paperHead,
    'outside case number': at('patient.outsideCaseNumber'),
    'patient name': at('patient.name'),
    gender: at('patient.gender'),
    birthday: at('patient.birthDate'),
    clinic: at('patient.clinic'),
    'clinic address': at('patient.clinicAddress'),
    'physician/doctor': at('patient.doctor'),
    designer: life,
    'visit date': at('patient.visitDate'),
    'submit time': paperHead,
    complaint: at('diagnosis.complaint'),
    'diagnosis info': at('diagnosis.info'),
    'treatment option/method': rx('method'),
    'product type': rx('productType'),
    'status code': test(
      'events/case/matrix.test.ts',
      'agrees with lifecycle.md on %s for every person and status',
    ),
    account,
    remarks: at('patient.remarks'),
    photos: at('files.face-frontal', 'files.mouth-lower'),
    'occlusion/bite record': at('diagnosis.bite'),
    'delivery number': at('data.dataOrderNumber'),
    'refinement case id, initial case id': test(
      'infra/walks/case-life.test.ts',
      '16 → 17 → 23 → 25 → … → 30 → 26, and completing its refinement at 24 completes it',
    ),
    receiver: at('data.receiver'),
    'tracking number': at('data.trackingNumber'),
  }),
  ...of('Patient', {
    'name, gender, birth date': at('patient.name', 'patient.gender', 'patient.birthDate'),
    complaint: at('diagnosis.complaint'),
    'related photos': at('files.face-smile', 'files.face-profile'),
  }),
  ...of('Delivery address', {
    'consignee name': at('data.deliveryAddress.consignee'),
    phone: at('data.deliveryAddress.phone'),
    'address down to door number': at('data.deliveryAddress.address'),
    'zip/postcode': at('data.deliveryAddress.zip'),
    'clinic name': at('data.deliveryAddress.clinic'),
    'permanent addresses': addresses,
  }),
  ...of('Clinical diagnosis flags', { '19 keys': at('diagnosis.flags') }),
  ...of('Correction methods', { '15 keys': at('diagnosis.corrections') }),
  ...of('Clear-aligner prescription', {
    'arch treatment': rx('arch'),
    extraction: rx('extraction'),
    IPR: rx('ipr'),
    anchorage: rx('anchorage'),
    'midline and its adjustment': rx('midline', 'midlineAmount'),
    'overbite and overjet grades': rx('overbite', 'overjet'),
    'molar relationship': rx('molarRight', 'molarLeft'),
    'crowding relief, in order': rx('crowdingRelief'),
    'movement step': rx('step'),
    angle: rx('angle'),
    'teeth that cannot move': at('markers.noMove'),
    'teeth without attachments': at('markers.noAttachment'),
    'teeth needing reserved space': at('markers.reserveSpace'),
    'IPR teeth': at('markers.ipr'),
    'teeth to extract, missing teeth': at('markers.extract', 'markers.missing'),
    overcorrection: rx('overcorrection'),
    'attachment position': rx('attachmentPosition'),
    'attachment types, at most three': rx('attachmentTypes'),
    presets: rx('preset'),
    'facial profile': rx('profile'),
    bruxism: rx('bruxism'),
    'molar adjustment method': rx('molarAdjustment'),
    'posterior lock': rx('posteriorLock'),
    'tooth gaps': rx('gaps'),
    "doctor's note": rx('note'),
  }),
  ...of('Lingual prescription', {
    'arch shape': lingual('archShape'),
    'arch width': lingual('archWidth'),
    'bracket aids': lingual('aids'),
    'bracket codes': lingual('brackets'),
    torque: lingual('torque'),
    archwires: lingual('archwires'),
    'extra torsion': lingual('extraTorsion'),
    'tip and slice amount': lingual('tip', 'slice'),
    'doctor note': lingual('note'),
  }),
  ...of('Tooth numbering', {
    'FDI 11-18 … 41-48': test(
      'events/tooth/fdi.test.ts',
      'are in screen order, with the patient’s right on the left',
    ),
  }),
  ...of('Preference preset', {
    'name and prescription': test('services/api/presets.test.ts', 'are added, changed and removed'),
  }),
  ...of('Plan', {
    'name, review status, stage counts, review record with notes': life,
    '3D access link, attachments and IPR per stage, Bolton analysis': test(
      'infra/e2e/viewer.spec.ts',
      'every act has a name and a working key, and the description matches the picture',
    ),
  }),
  ...of('Shipment', {
    'batch count, tracking number, quantity and stages of each arch': life,
    'first send versus later': test(
      'events/shipment/shipment.test.ts',
      'lost reopens its stages; the replacement of the first parcel also counts as first',
    ),
  }),
  ...of('Wear record', {
    'start date, start stage, days per aligner': test(
      'services/api/wear.test.ts',
      'a wear record is started by its own call, once per key, and answers with today at the clinic',
    ),
  }),
  ...of('Retainer', {
    'all of the list': test(
      'services/api/retainers.test.ts',
      'a retainer order is applied for, produced, delivered and received, and the lists follow',
    ),
  }),
  ...of('Completion', { 'outcome, date, retainer, photos, X-ray, models': life }),
  ...of('Process control', {
    'all of the list': test(
      'services/api/process.test.ts',
      'a record keeps its picture for those who may see it, also after it was taken back',
    ),
  }),
  ...of('Assistant account', { 'all of the list': later('people and back office') }),
  ...of('User profile', {
    addresses: addresses,
    'avatar, account, password, phone, e-mail': test(
      'services/api/own-account.test.ts',
      'count once their code and the password are given',
    ),
  }),
  ...of('Courier companies', { '7 ids': at('data.courier') }),
];
