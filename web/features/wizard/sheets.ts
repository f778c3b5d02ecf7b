import { AlignerSheet } from './aligner-sheet.ts';
import { LingualForm } from './lingual-form.ts';
import { MiniChart } from './mini-chart.ts';

/** What a prescription by a method is drawn with, fetched ahead: the network may be away by then. */
export async function fetchSheets(method: number | undefined): Promise<void> {
  const needed = method === 1 ? [AlignerSheet, MiniChart] : method === 2 ? [LingualForm] : [];
  await Promise.all(needed.map(each => each.preload?.()));
}
