/** The bytes of the demo's files: drawn or computed once, and used by many cases. */
import { createHash } from 'node:crypto';
import type { Slot } from '#events/case/options.ts';
import type { ModelFacts } from '#events/file/check.ts';
import type { ModelFound } from '#events/file/model-found.ts';
import { foundOf, previewReady, readHeld } from '../previews/read-model.ts';
import { jawModel } from './arch.ts';
import { drawPicture } from './pictures.ts';
import { encodeStl } from './stl.ts';

export type Content = {
  bytes: Buffer;
  sha256: string;
  mime: string;
  stages?: { upper: number; lower: number };
  /** What reading a model finds. */
  model?: ModelFacts;
  found?: ModelFound;
};

export type Contents = {
  picture(slot: Slot, look: number): Content;
  /** `scale` 25.4 is a scanner that was set to inches. */
  model(jaw: 'upper' | 'lower', look: number, scale?: number): Content;
  /** A plan.json that states its stages. */
  plan(name: string, stages: { upper: number; lower: number }): Content;
};

function drawModel(jaw: 'upper' | 'lower', look: number, scale: number): Buffer {
  const triangles = jawModel(jaw, look).map(mm => mm * scale);
  return encodeStl(triangles, `Archline demo, ${jaw} jaw ${look + 1}, mm`);
}

await previewReady();

function read(bytes: Buffer): Pick<Content, 'model' | 'found'> {
  const held = readHeld(bytes);
  return { model: held.model, found: foundOf(held) };
}

export function createContents(): Contents {
  const made = new Map<string, Content>();
  const once = (
    key: string,
    mime: string,
    make: () => Buffer,
    more: (bytes: Buffer) => Partial<Content>,
  ): Content => {
    const known = made.get(key);
    if (known) return known;
    const bytes = make();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content = { bytes, sha256, mime, ...more(bytes) };
    made.set(key, content);
    return content;
  };
  return {
    picture: (slot, look) =>
      once(
        `${slot}/${look}`,
        'image/png',
        () => drawPicture(slot, look),
        () => ({}),
      ),
    model: (jaw, look, scale = 1) =>
      once(`${jaw}/${look}/${scale}`, 'model/stl', () => drawModel(jaw, look, scale), read),
    plan: (name, stages) => {
      const plan = { format: 'archline-plan/1', name, upperStages: stages.upper, lowerStages: stages.lower };
      const json = Buffer.from(JSON.stringify(plan, null, 2));
      return once(
        json.toString(),
        'application/json',
        () => json,
        () => ({ stages }),
      );
    },
  };
}
