import { isClinician, type Position } from '#events/person/position.ts';

export const mayCreateCase = (position: Position | undefined): boolean => isClinician(position);
