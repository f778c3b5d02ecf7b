/**
 * Every keyed list of product-spec.md 3. Numbers are the spec's; where it gives none, the key is a kebab-case word
 * of its text (api.md, Conventions). Words stand in the dictionaries under `option:<list>.<key>`.
 */

export const options = {
  method: [1, 2],
  productType: [1, 2, 3, 4],
  gender: [1, 2],
  diagnosis: [92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 107, 108, 109, 110, 151],
  correction: [157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171],
  bite: ['taken', 'not-taken'],
  arch: ['both', 'upper', 'lower'],
  yesNoUnsure: ['yes', 'no', 'not-sure'],
  anchorage: ['strong', 'moderate', 'mild'],
  midline: ['keep', 'left', 'right', 'adjust'],
  midlineAmount: ['1-2-mm', 'more-than-2-mm'],
  grade: ['normal', 'mild', 'moderate', 'severe'],
  molar: ['neutral', 'mesial', 'distal'],
  crowdingRelief: ['expansion', 'ipr', 'labial-flaring', 'molar-distalization'],
  step: [0.15, 0.2, 0.25],
  angle: [1, 2, 3],
  overcorrection: ['needed', 'not-needed'],
  attachmentPosition: ['default', 'specified'],
  attachmentType: [
    'vertical-rectangle',
    'horizontal-rectangle',
    'beveled-extrusion',
    'rotation',
    'ellipsoid',
    'root-control',
    'beveled-retention',
  ],
  profile: ['keep', 'improve', 'not-sure'],
  bruxism: ['yes', 'no', 'not-sure'],
  molarAdjustment: ['keep', 'distalize', 'mesialize', 'elastics', 'surgery'],
  posteriorLock: ['keep', 'correct', 'not-sure'],
  gaps: ['close-all', 'keep-some', 'none'],
  archShape: ['as-original', 'oval', 'square', 'pointed'],
  archWidth: ['keep', 'widen', 'narrow', 'as-setup-requires'],
  bracket: ['B', 'H', 'T', 'R', 'E', 'M', 'W', 'P'],
  wireMaterial: ['niti', 'tma', 'ss'],
  courier: [1, 2, 3, 4, 5, 6, 7],
  retainerType: [1, 2, 3],
  retainerArch: [2, 0, 1],
  retainerBasis: [1, 2, 3, 4, 5],
  outcome: [1, 2, 3, 4],
  review: ['approved', 'refused'],
} as const satisfies Record<string, readonly (number | string)[]>;

export type OptionList = keyof typeof options;
export type Option<L extends OptionList> = (typeof options)[L][number];

/** Photo, radiograph and model slots, in clinical order (api.md, Files). */
export const slots = {
  photo: [
    'face-frontal',
    'face-smile',
    'face-profile',
    'mouth-right',
    'mouth-frontal',
    'mouth-left',
    'mouth-upper',
    'mouth-lower',
  ],
  radiograph: ['panoramic', 'lateral'],
  stl: ['upper', 'lower', 'bite'],
} as const;

export type Slot = (typeof slots)[keyof typeof slots][number];

export const fileKinds = [
  'stl',
  'photo',
  'radiograph',
  'archive',
  'plan',
  'avatar',
  'chat',
  'other',
] as const;
export type FileKind = (typeof fileKinds)[number];

const MiB = 1024 * 1024;

/** Every number a person can run into (product-spec.md 9, lifecycle.md "Small rulings"). Sizes in bytes, times in ms. */
export const limits = {
  pageSize: 10,
  pageSizeMax: 100,
  idleMs: 15 * 60_000,
  idleWarningMs: 60_000,
  rememberMs: 14 * 86_400_000,
  trialMs: 30 * 86_400_000,
  stlBytes: 200 * MiB,
  archiveBytes: 200 * MiB,
  photoBytes: 20 * MiB,
  photoPixels: 50_000_000,
  chatBytes: 30 * MiB,
  avatarBytes: 2 * MiB,
  batchMin: 1,
  batchMax: 100,
  nameMax: 59,
  passwordMin: 6,
  passwordMax: 20,
  presets: 20,
  presetNameMax: 40,
  addresses: 50,
  addressMax: 150,
  attachmentTypes: 3,
  archwireSetsFree: 5,
  archwires: 20,
  archwireQuantity: 20,
  noteMax: 2000,
  textMax: 500,
  codeMs: 10 * 60_000,
  codeTries: 5,
  codeResendMs: 60_000,
  freezeTries: 5,
  freezeMs: 15 * 60_000,
  cephFeeRmb: 2,
  cephQrMs: 60 * 60_000,
  wearDaysMin: 1,
  wearDaysDefault: 7,
  trackingMin: 6,
  trackingMax: 30,
} as const;
