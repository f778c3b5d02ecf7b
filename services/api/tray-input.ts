/** What the steps of a replacement tray take: the path names the tray. */
import * as z from 'zod/mini';
import { optionKey, trackingNumber } from '#events/case/fields.ts';

export const shipInput = z.strictObject({ courier: optionKey('courier'), trackingNumber });
export const receiveInput = z.strictObject({});
