/** The desk's tabs in order. */
import type { DeskTab } from '#projections/chat/item.ts';

export const deskTabs = ['mine', 'free', 'all', 'closed', 'laboratory'] as const satisfies readonly DeskTab[];
