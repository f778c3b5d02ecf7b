/** What is done to teeth beside moving them: attachments, reductions and cuts, where a technician would put them. */
import type { Attachment, Cut, Reduction } from '#events/plan/bundle.ts';
import type { Movement } from '#events/plan/movement.ts';
import { arch, type Fdi, parseContact, position } from '#events/tooth/fdi.ts';
import { fine } from './crown-size.ts';
import { type Design, stagesOfWish } from './design.ts';
import { movementIn, type Span } from './staging.ts';

type Kind = Attachment['type'];

/** Mesiodistal, along the crown, out of it; mm. */
const sizes: Record<Kind, Attachment['size']> = {
  'vertical-rectangle': [1.8, 3, 1],
  'horizontal-rectangle': [3, 1.8, 1],
  'beveled-extrusion': [3, 1.8, 1.1],
  rotation: [1.8, 2.8, 1],
  ellipsoid: [2, 3, 0.9],
  'root-control': [1.6, 3.2, 1],
  'beveled-retention': [3, 1.6, 0.8],
};

/** Which of them a tooth needs for how it moves, if any; rules of thumb in the order in which they are asked. */
function kindFor(tooth: Fdi, by: Movement, design: Design): Kind | undefined {
  const place = position(tooth);
  const rotation = Math.abs(by.rotation);
  const rules: [boolean, Kind][] = [
    [place <= 2 && by.extrusion > 0.35, 'beveled-extrusion'],
    [place === 3 && (design.wish.extracted ?? []).some(gone => arch(gone) === arch(tooth)), 'root-control'],
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

/** A place of the buccal face and the way that it faces; mesial, buccal, occlusal from the crown's middle. */
type Face = { at: [number, number, number]; out: [number, number, number] };

/** mm about a place over which its face is looked at. */
const around = 1.4;

/**
 * The buccal face at mm mesially and occlusally from the crown's middle: the plane through what lies about the place
 * by least squares, lifted to the point of it that stands out most.
 */
export function faceAt(tooth: Fdi, design: Design, mesial: number, occlusal: number): Face {
  const { positions } = design.crowns.crown(tooth, fine);
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

/** mm that an attachment's inner face lies under the enamel. */
const seated = 0.15;

export function attachment(tooth: Fdi, type: Kind, design: Design, from: number): Attachment {
  const low = position(tooth) <= 3 ? 0.3 : -0.4;
  const face = faceAt(tooth, design, 0, low);
  const out = sizes[type][2] / 2 - seated;
  const along = (axis: 0 | 1 | 2) => tenth(face.at[axis] + out * face.out[axis]);
  const at: Attachment['at'] = [along(0), along(1), along(2)];
  const turn = type === 'rotation' ? 12 : 0;
  const to = stagesOfWish(design.wish, arch(tooth));
  return { tooth, type, surface: 'buccal', at, size: [...sizes[type]], turn, from: Math.min(from, to), to };
}

/** Bonded at the second aligner, or before the tooth begins to move. */
export function attachmentsOf(design: Design, spans: ReadonlyMap<Fdi, Span>): Attachment[] {
  const bare = new Set([...(design.wish.bare ?? []), ...(design.wish.still ?? [])]);
  return design.teeth.flatMap(tooth => {
    const by = movementIn(design, tooth);
    if (!by || bare.has(tooth) || stagesOfWish(design.wish, arch(tooth)) < 3) return [];
    const type = kindFor(tooth, by, design);
    return type ? [attachment(tooth, type, design, Math.max(2, spans.get(tooth)?.from ?? 2))] : [];
  });
}

/** Contacts that are reduced at one visit, at most, and aligners until the next. */
const visit = { contacts: 4, apart: 2 } as const;

/** Reductions at the first visits, before the teeth come to need them. */
export function reductionsOf(design: Design): Reduction[] {
  const entries = [...design.ipr];
  return entries.map(([contact, mm], i) => {
    const pair = parseContact(contact);
    const stages = pair ? stagesOfWish(design.wish, arch(pair[0])) : 1;
    const before = 1 + visit.apart * Math.floor(i / visit.contacts);
    return { contact, mm, before: Math.min(before, Math.max(1, Math.floor(stages / 2))) };
  });
}

/** Hooks and buttons for elastics between the jaws: lower molar to upper canine, or the other way in class III. */
export function cutsOf(design: Design): Cut[] {
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
  const cut = (kind: Cut['kind']) => (tooth: Fdi) => ({
    tooth,
    kind,
    surface: 'buccal' as const,
    from: 3,
    to: stagesOfWish(design.wish, arch(tooth)),
  });
  return [...hooks.map(cut('hook')), ...buttons.map(cut('button'))].filter(({ tooth }) =>
    design.teeth.includes(tooth),
  );
}
