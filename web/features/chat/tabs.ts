/** The desk's tabs: what this person takes care of, what nobody does, all that is open, and what is closed. */
import type { DeskTab } from '#projections/chat/item.ts';

export const deskTabs = ['mine', 'free', 'all', 'closed'] as const satisfies readonly DeskTab[];
