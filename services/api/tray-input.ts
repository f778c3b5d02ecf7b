/** What the steps of a replacement tray take: the path names the tray. */
import * as z from 'zod/mini';
import { option, trackingNumber } from '#events/case/fields.ts';

export const shipInput = z.strictObject({ courier: option('courier'), trackingNumber });
export const receiveInput = z.strictObject({});
