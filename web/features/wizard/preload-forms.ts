import { AlignerSheet } from './aligner-sheet.ts';
import { LingualForm } from './lingual-form.ts';
import { MiniChart } from './mini-chart.ts';

/** Preloads the form components of a method: the network may be down later. */
export async function preloadPrescriptionForms(method: number | undefined): Promise<void> {
  const needed = method === 1 ? [AlignerSheet, MiniChart] : method === 2 ? [LingualForm] : [];
  await Promise.all(needed.map(each => each.preload?.()));
}
