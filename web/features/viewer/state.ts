/**
 * What a viewer shows, outside of any component: panels beside the picture read and write it, and the picture follows.
 * One viewer is open at a time. The stage while it plays is not here: nothing of the page is drawn anew for it.
 */
import type { Fdi } from '#events/tooth/fdi.ts';
import { createStore, type Store } from '#web/lib/store.ts';

/** The stage at rest: 0 is the start, n the aligner n. */
export const shownStage: Store<number> = createStore(0);
/** The tooth that was chosen, in the picture or in a table. */
export const chosenTooth: Store<Fdi | null> = createStore<Fdi | null>(null);

/** A place on a tooth, mm from its pivot along mesial, buccal and occlusal; so it moves with the tooth. */
export type PinPlace = { tooth: Fdi; at: [number, number, number] };
/** Numbered marks in the picture: what is said about them stands beside it. */
export type Pin = PinPlace & { id: string; number: number; stage: number };
export const pins: Store<readonly Pin[]> = createStore<readonly Pin[]>([]);
/** The pin whose words are open. */
export const openPin: Store<string | null> = createStore<string | null>(null);
/** Set while a place for a new pin is being chosen: the next press on a tooth answers it. */
export const pinning: Store<((place: PinPlace) => void) | null> = createStore<
  ((place: PinPlace) => void) | null
>(null);

/** Where a person points, or pointed while it was recorded. */
export type Finger = PinPlace & { id: string; name: string; stage: number };
/** Of a review that is seen again; those of the people who are there now come with them. */
export const fingers: Store<readonly Finger[]> = createStore<readonly Finger[]>([]);
