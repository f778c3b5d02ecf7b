/** The bytes of the demo's files: drawn or computed once, and used by many cases. */
import { createHash } from 'node:crypto';
import type { Slot } from '#events/case/options.ts';
import { jawModel } from './arch.ts';
import { drawPicture } from './pictures.ts';
import { encodeStl } from './stl.ts';

export type Content = {
  bytes: Buffer;
  sha256: string;
  mime: string;
  stages?: { upper: number; lower: number };
};

export type Contents = {
  picture(slot: Slot, look: number): Content;
  model(jaw: 'upper' | 'lower', look: number): Content;
  /** A plan.json that states its stages. */
  plan(name: string, stages: { upper: number; lower: number }): Content;
};

export function createContents(): Contents {
  const made = new Map<string, Content>();
  const once = (
    key: string,
    mime: string,
    make: () => Buffer,
    more: Pick<Content, 'stages'> = {},
  ): Content => {
    const known = made.get(key);
    if (known) return known;
    const bytes = make();
    const content = { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), mime, ...more };
    made.set(key, content);
    return content;
  };
  return {
    picture: (slot, look) => once(`${slot}/${look}`, 'image/png', () => drawPicture(slot, look)),
    model: (jaw, look) =>
      once(`${jaw}/${look}`, 'model/stl', () =>
        encodeStl(jawModel(jaw, look), `Archline demo, ${jaw} jaw ${look + 1}, mm`),
      ),
    plan: (name, stages) => {
      const plan = { format: 'archline-plan/1', name, upperStages: stages.upper, lowerStages: stages.lower };
      const json = Buffer.from(JSON.stringify(plan, null, 2));
      return once(json.toString(), 'application/json', () => json, { stages });
    },
  };
}
