/**
 * Viewer state outside of components, shared by panels and picture. Only one viewer is open at a time. The
 * fractional stage of playback is in `player`, so that playback renders no component.
 */
import { atom } from 'jotai/vanilla';
import type { Fdi } from '#events/tooth/fdi.ts';

/** The stage at rest: 0 is the start, n is aligner n. */
export const shownStageAtom = atom<number>(0);
/** The tooth selected in the picture or in a table. */
export const chosenToothAtom = atom<Fdi | null>(null);

/**
 * A point on a tooth, mm from its pivot along mesial, buccal and occlusal, so that it moves with the tooth.
 */
export type PinPlace = { tooth: Fdi; at: [number, number, number] };
/** Numbered pins in the picture; their comments are listed next to it. */
export type PicturePin = PinPlace & { id: string; number: number; stage: number };
export const picturePinsAtom = atom<readonly PicturePin[]>([]);
/** The pin whose comment is open. */
export const openPinIdAtom = atom<string | null>(null);
/** Set while a new pin is being placed: the next press on a tooth calls this function. */
export const pinPlacedHandlerAtom = atom<((place: PinPlace) => void) | null>(null);

/** A reviewer's pointer, live or recorded. */
export type ReviewerPointer = PinPlace & { id: string; name: string; stage: number };
/** Pointers of a replayed review. Live ones come from `reviewersAtom`. */
export const replayedPointersAtom = atom<readonly ReviewerPointer[]>([]);
