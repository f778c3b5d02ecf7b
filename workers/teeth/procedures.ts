/** Places attachments, IPR and cuts on generated teeth, where a technician would. */
import type { AlignerCut, Attachment, BundleIpr } from '#events/plan/bundle.ts';
import type { Movement } from '#events/plan/movement.ts';
import { archOf, type Fdi, parseContact, positionFromMidline } from '#events/tooth/fdi.ts';
import { fineCrownDetail } from './crown-size.ts';
import { type GeneratedTreatment, plannedStageCount } from './design.ts';
import { type StageSpan, totalMovementOf } from './staging.ts';

type Kind = Attachment['type'];

/** Sizes of attachments by type, mm: mesiodistal, along the crown, depth. */
const sizes: Record<Kind, Attachment['size']> = {
  'vertical-rectangle': [1.8, 3, 1],
  'horizontal-rectangle': [3, 1.8, 1],
  'beveled-extrusion': [3, 1.8, 1.1],
  rotation: [1.8, 2.8, 1],
  ellipsoid: [2, 3, 0.9],
  'root-control': [1.6, 3.2, 1],
  'beveled-retention': [3, 1.6, 0.8],
};

/** Returns the attachment that a tooth needs for its movement, if any. Rules of thumb, first match wins. */
function kindFor(tooth: Fdi, by: Movement, design: GeneratedTreatment): Kind | undefined {
  const place = positionFromMidline(tooth);
  const rotation = Math.abs(by.rotation);
  const rules: [boolean, Kind][] = [
    [place <= 2 && by.extrusion > 0.35, 'beveled-extrusion'],
    [
      place === 3 && (design.wish.extracted ?? []).some(gone => archOf(gone) === archOf(tooth)),
      'root-control',
    ],
    [place === 3 && by.extrusion > 0.35, 'beveled-extrusion'],
    [(place === 4 || place === 5) && rotation > 7, 'rotation'],
    [place === 3 && rotation > 7, 'vertical-rectangle'],
    [place === 2 && rotation > 13, 'ellipsoid'],
    [place === 5 && rotation > 3, 'horizontal-rectangle'],
    [place === 6, 'beveled-retention'],
  ];
  const wanted = rules.find(([fits]) => fits)?.[1];
  const { attachments: allowed } = design.wish;
  return wanted && allowed && !allowed.includes(wanted) ? allowed[0] : wanted;
}

const tenth = (mm: number) => Math.round(mm * 100) / 100;

/** A point of the buccal face and its outward normal: mesial, buccal, occlusal from the crown's middle. */
type Face = { at: [number, number, number]; out: [number, number, number] };

/** Distance in mm around a point within which the face is sampled. */
const around = 1.4;

/**
 * Returns the buccal face at mm to mesial and occlusal from the crown's middle: the least-squares plane of
 * the vertices around the point, lifted to the vertex farthest out.
 */
function faceAt(tooth: Fdi, design: GeneratedTreatment, mesial: number, occlusal: number): Face {
  const { positions } = design.crowns.crown(tooth, fineCrownDetail);
  const middle = design.crowns.size(tooth).crown / 2;
  const near: { x: number; y: number; z: number }[] = [];
  for (let v = 0; v < positions.length; v += 3) {
    const [x, y, z] = [positions[v] as number, positions[v + 1] as number, positions[v + 2] as number];
    const place = { x: x - mesial, y, z: z - middle - occlusal };
    if (y > 0 && Math.hypot(place.x, place.z) < around) near.push(place);
  }
  const sum = (of: (place: (typeof near)[number]) => number) => near.reduce((all, p) => all + of(p), 0);
  const [sx, sy, sz] = [
    sum(p => p.x) / near.length,
    sum(p => p.y) / near.length,
    sum(p => p.z) / near.length,
  ];
  const [xx, zz, xz] = [
    sum(p => (p.x - sx) ** 2),
    sum(p => (p.z - sz) ** 2),
    sum(p => (p.x - sx) * (p.z - sz)),
  ];
  const [xy, zy] = [sum(p => (p.x - sx) * (p.y - sy)), sum(p => (p.z - sz) * (p.y - sy))];
  const determinant = xx * zz - xz * xz;
  const [dx, dz] = [(xy * zz - zy * xz) / determinant, (zy * xx - xy * xz) / determinant];
  const top = Math.max(...near.map(p => p.y - dx * p.x - dz * p.z));
  const length = Math.hypot(dx, 1, dz);
  return { at: [mesial, top, occlusal], out: [-dx / length, 1 / length, -dz / length] };
}

/** Depth of an attachment's inner face below the enamel, mm. */
const seated = 0.15;

export function placeAttachment(
  tooth: Fdi,
  type: Kind,
  design: GeneratedTreatment,
  from: number,
): Attachment {
  const low = positionFromMidline(tooth) <= 3 ? 0.3 : -0.4;
  const face = faceAt(tooth, design, 0, low);
  const out = sizes[type][2] / 2 - seated;
  const along = (axis: 0 | 1 | 2) => tenth(face.at[axis] + out * face.out[axis]);
  const at: Attachment['at'] = [along(0), along(1), along(2)];
  const turn = type === 'rotation' ? 12 : 0;
  const to = plannedStageCount(design.wish, archOf(tooth));
  return { tooth, type, surface: 'buccal', at, size: [...sizes[type]], turn, from: Math.min(from, to), to };
}

/** Attachments are bonded at the second aligner, or when the tooth begins to move if that is later. */
export function planAttachments(
  design: GeneratedTreatment,
  spans: ReadonlyMap<Fdi, StageSpan>,
): Attachment[] {
  const bare = new Set([...(design.wish.bare ?? []), ...(design.wish.still ?? [])]);
  return design.teeth.flatMap(tooth => {
    const by = totalMovementOf(design, tooth);
    if (!by || bare.has(tooth) || plannedStageCount(design.wish, archOf(tooth)) < 3) return [];
    const type = kindFor(tooth, by, design);
    return type ? [placeAttachment(tooth, type, design, Math.max(2, spans.get(tooth)?.from ?? 2))] : [];
  });
}

/** Contacts reduced at one visit at most, and aligners between visits. */
const visit = { contacts: 4, apart: 2 } as const;

/** IPR at the first visits, before the teeth need the space. */
export function scheduleIpr(design: GeneratedTreatment): BundleIpr[] {
  const entries = [...design.ipr];
  return entries.map(([contact, mm], i) => {
    const pair = parseContact(contact);
    const stages = pair ? plannedStageCount(design.wish, archOf(pair[0])) : 1;
    const before = 1 + visit.apart * Math.floor(i / visit.contacts);
    return { contact, mm, before: Math.min(before, Math.max(1, Math.floor(stages / 2))) };
  });
}

/**
 * Hooks and buttons for class II elastics (upper canine to lower molar), or class III elastics (lower canine
 * to upper molar).
 */
export function planElasticCuts(design: GeneratedTreatment): AlignerCut[] {
  const { look, upperStages, lowerStages, extracted = [] } = design.wish;
  if (upperStages < 6 || lowerStages < 6) return [];
  if (look !== 'classThree' && extracted.length === 0) return [];
  const [hooks, buttons]: [Fdi[], Fdi[]] =
    look === 'classThree'
      ? [
          [33, 43],
          [16, 26],
        ]
      : [
          [13, 23],
          [36, 46],
        ];
  const cut = (kind: AlignerCut['kind']) => (tooth: Fdi) => ({
    tooth,
    kind,
    surface: 'buccal' as const,
    from: 3,
    to: plannedStageCount(design.wish, archOf(tooth)),
  });
  return [...hooks.map(cut('hook')), ...buttons.map(cut('button'))].filter(({ tooth }) =>
    design.teeth.includes(tooth),
  );
}
