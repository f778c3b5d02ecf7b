/**
 * Patient types of the list, product-spec.md's `patientType`: needs attention (late, or waiting for the next
 * aligner), on time, held, without a record, finished.
 */
export const patientTypes = ['attention', 'onTime', 'held', 'unrecorded', 'done'] as const;
export type PatientType = (typeof patientTypes)[number];
