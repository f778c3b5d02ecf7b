/** Generates complete cases without contradictions: the findings first, then a matching prescription. */
import * as fc from 'fast-check';
import type { AttachedFile } from '../case/draft.ts';
import { type Option, slots } from '../case/options.ts';
import type { Sections } from '../case/sections.ts';
import type { ContradictionFacts } from '../contradiction/rule.ts';
import { sampleDeliveryAddress, samplePatient } from '../script/orders.ts';
import { archOf, contactKeys, type Fdi, parseContact, TEETH } from '../tooth/fdi.ts';
import { today } from './world.ts';

type Draw = fc.GeneratorValue;
type Flag = Option<'diagnosis'>;

const one = <T>(g: Draw, ...from: T[]): T => g(() => fc.constantFrom(...from));
const some = <T>(g: Draw, from: readonly T[], minLength = 0): T[] =>
  g(() => fc.shuffledSubarray([...from], { minLength: Math.min(minLength, from.length) }));
const when = <T>(yes: boolean, ...list: T[]): T[] => (yes ? list : []);

type Mouth = {
  flags: Flag[];
  molars: [Option<'molar'>, Option<'molar'>];
  overbite: Option<'grade'>;
  overjet: Option<'grade'>;
};

const molarsOf = {
  I: ['neutral', 'neutral'],
  II: ['distal', 'neutral'],
  III: ['mesial', 'neutral'],
} as const;

/** Generates consistent findings: one Angle class, an open, deep or normal bite, and matching grades. */
function mouth(g: Draw): Mouth {
  const angle = one(g, 'I' as const, 'II' as const, 'III' as const);
  const vertical = one(g, 'none', 'deep', 'open');
  const [front, back] = molarsOf[angle];
  const deepOverjet = angle !== 'III' && one(g, true, false);
  const flags: Flag[] = [
    ...some<Flag>(g, [92, 93, 99, 101, 102, 104, 105, 109, 110], 1),
    ...when(angle === 'II', one<Flag>(g, 94, 95)),
    ...when<Flag>(angle === 'III', 96, ...some<Flag>(g, [98, 151])),
    ...when<Flag>(vertical === 'deep', 100),
    ...when<Flag>(vertical === 'open', 97),
    ...when<Flag>(deepOverjet, 103),
  ];
  return {
    flags,
    molars: one(g, [front, back], [front, front], [back, front]),
    overbite: vertical === 'deep' ? one(g, 'mild', 'moderate', 'severe') : one(g, 'normal', 'mild'),
    overjet: deepOverjet ? one(g, 'mild', 'moderate', 'severe') : one(g, 'normal', 'mild', 'moderate'),
  };
}

/** Generates missing teeth, extractions and reserved spaces. */
function teeth(g: Draw, inside: (tooth: Fdi) => boolean) {
  const missing = some<Fdi>(g, [12, 22, 18, 28, 35, 46, 48]).slice(0, 3);
  const premolars = ([14, 24, 34, 44] as Fdi[]).filter(inside);
  const extraction = one(g, 'yes' as const, 'no' as const, 'not-sure' as const);
  const extract = extraction === 'no' ? [] : some(g, premolars, extraction === 'yes' ? 1 : 0);
  const reserveSpace = some(g, missing.filter(inside));
  return { extraction, missing, extract, reserveSpace };
}

type Corrected = {
  flags: readonly number[];
  ipr: 'yes' | 'no' | 'not-sure';
  lock: 'keep' | 'correct' | undefined;
};

/** Corrections that contradict nothing else in the case. */
const corrections = ({ flags, ipr, lock }: Corrected): Option<'correction'>[] => [
  ...when<Option<'correction'>>(ipr !== 'no', 159),
  ...when<Option<'correction'>>(flags.includes(100), 160, 163),
  ...when<Option<'correction'>>(flags.includes(97), 161, 162),
  ...when<Option<'correction'>>(flags.includes(96), 170),
  ...when<Option<'correction'>>(!flags.includes(101), 166),
  ...when<Option<'correction'>>(lock !== 'keep', 168),
  169,
];

/** Ways to relieve crowding that contradict nothing else in the case. */
const reliefs = ({ flags, ipr }: Omit<Corrected, 'lock'>): Option<'crowdingRelief'>[] => [
  'expansion',
  'molar-distalization',
  ...when<Option<'crowdingRelief'>>(ipr !== 'no', 'ipr'),
  ...when<Option<'crowdingRelief'>>(!flags.includes(102), 'labial-flaring'),
];

const iprAt = (g: Draw, near: readonly string[]) =>
  some(g, near)
    .slice(0, 6)
    .map(contact => ({ contact, mm: one(g, 0.2, 0.5, undefined) }));

function aligners(g: Draw): Sections {
  const { flags, molars, overbite, overjet } = mouth(g);
  const ordered = one(g, 'both' as const, 'upper' as const, 'lower' as const);
  const inside = (tooth: Fdi) => ordered === 'both' || archOf(tooth) === ordered;
  const { extraction, ...marked } = teeth(g, inside);
  const absent = [...marked.missing, ...marked.extract];
  const present = TEETH.filter(tooth => inside(tooth) && !absent.includes(tooth));
  const ipr = one(g, 'yes' as const, 'no' as const, 'not-sure' as const);
  const crowded = flags.includes(92);
  const crowdingRelief = crowded ? some(g, reliefs({ flags, ipr }), 1) : [];
  const pushed = crowdingRelief.includes('molar-distalization');
  const kept = marked.reserveSpace.length > 0;
  const gaps = kept
    ? 'keep-some'
    : one(g, 'close-all' as const, flags.includes(93) ? undefined : ('none' as const));
  const lock = one(g, 'keep' as const, 'correct' as const, undefined);
  const stay = ([18, 28, 38, 48] as Fdi[]).filter(tooth => present.includes(tooth));
  const noMove = some(g, stay);
  const held = extraction === 'yes' || gaps === 'close-all' || pushed;
  // Contacts over gaps that will close, except over reserved spaces.
  const closing = contactKeys(absent.filter(tooth => !marked.reserveSpace.includes(tooth)));
  const near = contactKeys(absent).filter(key => closing.includes(key) && parseContact(key)?.every(inside));
  const midline = one(g, 'keep' as const, 'left' as const, 'adjust' as const);
  const attachments = some(g, ['rotation', 'ellipsoid', 'root-control'] as const);
  return {
    patient: person(g),
    diagnosis: {
      flags,
      bite: one(g, 'taken', 'not-taken'),
      corrections: corrections({ flags, ipr, lock }),
    },
    prescription: {
      method: 1,
      productType: noMove.length + marked.missing.length > 0 ? one(g, 1, 2, 3, 4) : one(g, 1, 2, 4),
      arch: ordered,
      extraction,
      ipr,
      anchorage: held ? one(g, 'strong', 'moderate', 'mild') : one(g, 'moderate', 'mild'),
      midline,
      midlineAmount: midline === 'adjust' ? one(g, '1-2-mm', 'more-than-2-mm') : undefined,
      overbite,
      overjet,
      molarRight: molars[0],
      molarLeft: molars[1],
      crowdingRelief,
      step: one(g, 0.15, 0.2, 0.25),
      angle: one(g, 1, 2, 3),
      overcorrection: one(g, 'needed', 'not-needed'),
      attachmentPosition: attachments.length > 0 ? 'specified' : 'default',
      attachmentTypes: attachments,
      molarAdjustment: pushed ? one(g, 'distalize', undefined) : one(g, 'keep', 'elastics', undefined),
      posteriorLock: lock,
      gaps,
    },
    markers: {
      ...marked,
      noMove,
      noAttachment: some(
        g,
        present.filter(tooth => tooth % 10 <= 2),
      ),
      ipr: ipr === 'no' ? [] : iprAt(g, near),
      confirmed: true,
    },
    data: { deliveryAddress: sampleDeliveryAddress },
  };
}

function lingual(g: Draw): Sections {
  const { flags } = mouth(g);
  const rows = one(g, ['upper'] as const, ['lower'] as const, ['upper', 'lower'] as const);
  const bonded = TEETH.filter(tooth => rows.some(row => row === archOf(tooth)) && tooth % 10 <= 7);
  const gone = some(g, bonded).slice(0, 2);
  const codes = (tooth: Fdi): Option<'bracket'>[] =>
    gone.includes(tooth) ? [one(g, 'E', 'M')] : one(g, ['B'], ['B', 'H'], ['B', 'P']);
  const stands = bonded.filter(tooth => !gone.includes(tooth));
  const byTooth = <V>(list: readonly Fdi[], value: (tooth: Fdi) => V) =>
    Object.fromEntries(list.map(tooth => [String(tooth), value(tooth)]));
  const wire = () => ({
    arch: rows.length > 1 ? one(g, 'both' as const, ...rows) : rows[0],
    material: one(g, 'niti' as const, 'tma' as const, 'ss' as const),
    diameter: one(g, '0.014', '0.016x0.022'),
  });
  return {
    patient: person(g),
    diagnosis: { flags, bite: 'taken', corrections: [169] },
    prescription: {
      method: 2,
      productType: one(g, 1, 2, 4, undefined),
      lingual: {
        archShape: one(g, 'as-original', 'oval', 'square', 'pointed'),
        archWidth: flags.includes(101)
          ? one(g, 'keep', 'widen')
          : one(g, 'keep', 'narrow', 'as-setup-requires'),
        brackets: byTooth(bonded, codes),
        torque: byTooth(stands, () => g(fc.integer, { min: -20, max: 20 })),
        tip: byTooth(some(g, stands), () => g(fc.integer, { min: -5, max: 5 })),
        archwires: [wire(), wire(), wire()].slice(0, g(fc.integer, { min: 0, max: 3 })),
      },
    },
    markers: {},
    data: { deliveryAddress: sampleDeliveryAddress },
  };
}

function person(g: Draw): Sections['patient'] {
  const year = g(fc.integer, { min: 1950, max: 2018 });
  return { ...samplePatient, birthDate: `${year}-06-15`, visitDate: one(g, undefined, '2026-02-20') };
}

function files(g: Draw, { prescription, diagnosis }: Sections): AttachedFile[] {
  const pictures = slots.photo.map(slot => ({ kind: 'photo' as const, slot }));
  const models = one(g, true, prescription.arch === 'both' || prescription.method === 2);
  const rows = (['upper', 'lower'] as const).filter(
    row => models || prescription.arch === 'both' || row === prescription.arch,
  );
  const scans = [...rows, ...when<'bite'>(diagnosis.bite === 'taken' && one(g, true, false), 'bite')];
  return [
    ...pictures,
    { kind: 'radiograph', slot: one(g, 'panoramic', 'lateral') },
    ...scans.map(slot => ({ kind: 'stl' as const, slot })),
  ];
}

export const arbitraryConsistentCases: fc.Arbitrary<ContradictionFacts> = fc.gen().map(g => {
  const sections = one(g, aligners, aligners, lingual)(g);
  return { sections, files: files(g, sections), today };
});
