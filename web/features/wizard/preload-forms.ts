import { LazyAlignerForm } from './lazy-aligner-form.ts';
import { LazyLingualForm } from './lazy-lingual-form.ts';
import { LazyMiniChart } from './lazy-mini-chart.ts';

/** Preloads the form components of a method: the network may be down later. */
export async function preloadPrescriptionForms(method: number | undefined): Promise<void> {
  const needed = method === 1 ? [LazyAlignerForm, LazyMiniChart] : method === 2 ? [LazyLingualForm] : [];
  await Promise.all(needed.map(each => each.preload?.()));
}
