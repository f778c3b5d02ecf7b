/**
 * The patient types of the list, product-spec.md's `patientType`: whom to look after (late, or waiting for the next
 * aligner), whose wear runs as agreed, who pauses, who has no record yet, who has worn the last one.
 */
export const patientTypes = ['attention', 'onTime', 'held', 'unrecorded', 'done'] as const;
export type PatientType = (typeof patientTypes)[number];
