/** Inputs of a replacement tray's steps. The path names the tray. */
import * as z from 'zod/mini';
import { optionKey, trackingNumber } from '#events/case/fields.ts';

export const shipTraySchema = z.strictObject({ courier: optionKey('courier'), trackingNumber });
export const receiveTraySchema = z.strictObject({});
