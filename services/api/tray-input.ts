/** Inputs of a replacement tray's steps. The path names the tray. */
import * as z from 'zod/mini';
import { optionKeySchemaFor, trackingNumberSchema } from '#events/case/fields.ts';

export const shipTraySchema = z.strictObject({
  courier: optionKeySchemaFor('courier'),
  trackingNumber: trackingNumberSchema,
});
export const receiveTraySchema = z.strictObject({});
