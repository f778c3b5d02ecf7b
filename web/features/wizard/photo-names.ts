/** Guesses a photo's or radiograph's slot from its file name. Pure. */
import type { Slot } from '#events/case/options.ts';

const radiographs: readonly (readonly [slot: Slot, said: RegExp])[] = [
  ['panoramic', /pano|opg|orthopant|全景|曲面/],
  ['lateral', /ceph|lateral|侧位片|头颅侧位|头影/],
];
const photo = /face|facial|smil|profil|occlusal|buccal|oral|mouth|面|口内|笑/;

/** Word patterns. A side needs a whole word: Wright is a name. */
const parts = {
  upper: /(?<![a-z])(?:upper|maxill)|上颌|上牙|上弓|上𬌗/,
  lower: /(?<![a-z])(?:lower|mandib)|下颌|下牙|下弓|下𬌗/,
  smile: /(?<![a-z])smil|笑/,
  profile: /(?<![a-z])profil|侧面|侧貌/,
  right: /(?<![a-z])right(?![a-z])|右/,
  left: /(?<![a-z])left(?![a-z])|左/,
  front: /(?<![a-z])front|正面|正位/,
  mouth: /intra|mouth|buccal|occlu|teeth|dental|口内|咬合|𬌗/,
  face: /(?<![a-z])(?:face|facial|extra|portrait)|面像|面部|颜面/,
} as const;

/** Splits `MouthRight` into two words. */
const splitCamelCase = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Returns the radiograph that a name means; null if it means none, both, or a photo. */
export function radiographSlotOfName(name: string): Slot | null {
  const text = splitCamelCase(name);
  const [first, second] = radiographs.filter(([, said]) => said.test(text));
  return first && !second && !photo.test(text) ? first[0] : null;
}

/** Returns the photo slot that a name means; null if it means none or two. */
function photoOfName(name: string): Slot | null {
  const text = splitCamelCase(name);
  const has = (part: keyof typeof parts) => parts[part].test(text);
  const [up, low] = [has('upper'), has('lower')];
  if (up || low) return up === low ? null : up ? 'mouth-upper' : 'mouth-lower';
  if (has('smile')) return 'face-smile';
  if (has('profile')) return 'face-profile';
  const [right, left] = [has('right'), has('left')];
  if (right || left) {
    if (right === left) return null;
    if (has('face') && !has('mouth')) return 'face-profile';
    return right ? 'mouth-right' : 'mouth-left';
  }
  if (has('front')) return has('mouth') ? 'mouth-frontal' : 'face-frontal';
  return null;
}

export const pictureSlotOfName = (name: string): Slot | null =>
  radiographSlotOfName(name) ?? photoOfName(name);
