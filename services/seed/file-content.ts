/** Bytes of the demo's files. They are drawn or computed once and shared by many cases. */

import { createHash } from 'node:crypto';
import type { Slot } from '#events/case/options.ts';
import type { ModelFacts } from '#events/file/check.ts';
import type { RecordedModelFindings } from '#events/file/recorded-model-findings.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import { modelFindingsOf, parseModelBytes, whenPreviewReady } from '../previews/parse-model.ts';
import { createPatientTeeth, type PatientTeeth, patientOfTreatment } from './patients.ts';
import { drawPicturePng } from './pictures.ts';
import type { DemoTreatmentName } from './prescriptions.ts';
import { encodeStl } from './stl.ts';

export type FileContent = {
  bytes: Buffer;
  sha256: string;
  mime: string;
  stages?: { upper: number; lower: number };
  /** SHA-256 of the shapes that a plan names. */
  shapes?: string[];
  /** Facts that the system reports after reading the model. */
  model?: ModelFacts;
  found?: RecordedModelFindings;
};

/** A file of a plan's bundle. */
type NamedContent = { name: string; content: FileContent };

export type FileContents = {
  picture(slot: Slot, look: number): FileContent;
  /** `scale` 25.4 imitates a scanner that is set to inches. */
  model(jaw: Arch, treatment: DemoTreatmentName, scale?: number): FileContent;
  /** The three files of a plan's version, or of a target. */
  plan(
    treatment: DemoTreatmentName,
    what: 'target' | 'plan',
    version: number,
    stages: { upper: number; lower: number },
  ): NamedContent[];
};

function drawModel(patient: PatientTeeth, jaw: Arch, scale: number): Buffer {
  const triangles = patient.scan(jaw).map(mm => mm * scale);
  return encodeStl(triangles, `Archline demo, ${jaw} jaw, mm`);
}

await whenPreviewReady();

function read(bytes: Buffer): Pick<FileContent, 'model' | 'found'> {
  const held = parseModelBytes(bytes);
  return { model: held.model, found: modelFindingsOf(held) };
}

const contentOf = (bytes: Buffer, mime: string, more: Partial<FileContent> = {}): FileContent => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sha256, mime, ...more };
};

/** Computes each value once per key. */
function createOnce<T>() {
  const made = new Map<string, T>();
  return (key: string, make: () => T): T => {
    const known = made.get(key);
    if (known) return known;
    const value = make();
    made.set(key, value);
    return value;
  };
}

export function createFileContents(): FileContents {
  const once = createOnce<FileContent>();
  const bundle = createOnce<NamedContent[]>();
  const patients = createOnce<PatientTeeth>();
  const patient = (treatment: DemoTreatmentName) => {
    const name = patientOfTreatment(treatment);
    return patients(name, () => createPatientTeeth(name));
  };
  return {
    picture: (slot, look) =>
      once(`${slot}/${look}`, () => contentOf(drawPicturePng(slot, look), 'image/png')),
    model: (jaw, treatment, scale = 1) =>
      once(`${jaw}/${patientOfTreatment(treatment)}/${scale}`, () => {
        const bytes = drawModel(patient(treatment), jaw, scale);
        return contentOf(bytes, 'model/stl', read(bytes));
      }),
    plan: (treatment, what, version, stages) =>
      bundle(`${patientOfTreatment(treatment)}/${what}/${version}`, () => {
        const teeth = patient(treatment);
        const [json, fine, coarse] = what === 'target' ? teeth.target() : teeth.plan(version);
        const beside = [
          { name: 'teeth.glb', content: contentOf(fine, 'model/gltf-binary') },
          { name: 'coarse.glb', content: contentOf(coarse, 'model/gltf-binary') },
        ];
        const shapes = beside.map(({ content }) => content.sha256);
        const name = `${what}-${version}.json`;
        return [{ name, content: contentOf(json, 'application/json', { stages, shapes }) }, ...beside];
      }),
  };
}
