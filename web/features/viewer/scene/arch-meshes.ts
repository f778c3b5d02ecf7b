/** A plan as a three.js object: crowns, gums and attachments, placed together at a stage. */

import { DoubleSide, Group, type Material, MeshStandardMaterial, type Plane } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { type Arch, archOf } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { ShadedShapes } from '#workers/shapes/protocol.ts';
import { ghostColour, ghostDensityAtom, type ShownLayers } from '../layers.ts';
import { type BondedAttachments, createBondedAttachments } from './bonded-attachments.ts';
import { type CrownMeshes, createCrownMeshes } from './crown-meshes.ts';
import { createGumMesh, type GumMesh } from './gum-meshes.ts';
import { createToothPoser, type ToothPoser } from './poser.ts';

export type ArchMeshes = {
  object: Group;
  crowns: CrownMeshes;
  poser: ToothPoser;
  /** Allocates nothing, so it may run in every frame. */
  place(stage: number): void;
  show(layers: Pick<ShownLayers, 'gums' | 'attachments'>, only: Arch | null): void;
  clip(planes: Plane[]): void;
  /** Sets a ghost's density, 0 (outline) to 1 (solid). A solid arch ignores it. */
  fade(density: number): void;
  /** Frees the geometry. The owner of the materials frees those. */
  dispose(): void;
};

/** `solid` is the plan itself; `ghost` is the translucent reference over it. */
export type ArchLook = 'solid' | 'ghost';

/**
 * Makes a material dense at the outline and as dense as the uniform `density` elsewhere, so that the plan
 * shows through.
 */
function glass(material: MeshStandardMaterial): MeshStandardMaterial {
  const density = { value: screenStore.get(ghostDensityAtom) };
  material.userData.density = density;
  material.onBeforeCompile = shader => {
    shader.uniforms.density = density;
    shader.fragmentShader = `uniform float density;\n${shader.fragmentShader}`.replace(
      '#include <opaque_fragment>',
      `float rim = pow(1.0 - abs(dot(normalize(vViewPosition), normal)), mix(3.0, 1.2, density));
      diffuseColor.a *= mix(density, 1.0, rim);
      #include <opaque_fragment>`,
    );
  };
  return material;
}

/**
 * Paints the inside, visible through a section, in one flat colour, so that the cut looks solid in any light.
 * @param inside red, green and blue, 0 to 1
 */
function solid(material: MeshStandardMaterial, inside: string): MeshStandardMaterial {
  material.onBeforeCompile = shader => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `#include <opaque_fragment>
      #if NUM_CLIPPING_PLANES > 0
      if (!gl_FrontFacing) gl_FragColor.rgb = vec3(${inside});
      #endif`,
    );
  };
  // Without a key of its own, all materials would share the first one's program, because three.js compares
  // nothing else that differs.
  material.customProgramCacheKey = () => inside;
  return material;
}

/**
 * Materials of an arch. They outlive its shapes, so that coarse and fine shapes share the shader programs,
 * which take long to link.
 */
export type ArchMaterials = Record<'crown' | 'gum' | 'bonded', Material> & { look: ArchLook };

const creators: Record<ArchLook, () => Omit<ArchMaterials, 'look'>> = {
  solid: () => ({
    crown: solid(
      new MeshStandardMaterial({ vertexColors: true, roughness: 0.28, metalness: 0, side: DoubleSide }),
      '0.8, 0.58, 0.27',
    ),
    gum: solid(
      new MeshStandardMaterial({ color: '#e3a49c', roughness: 0.5, metalness: 0, side: DoubleSide }),
      '0.42, 0.13, 0.13',
    ),
    bonded: new MeshStandardMaterial({ color: '#a678e0', roughness: 0.4, metalness: 0 }),
  }),
  ghost: () => {
    // Offset slightly behind: a tooth that has not moved is not tinted.
    const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 } as const;
    const seen = { ...behind, transparent: true, depthWrite: false, roughness: 0.6 } as const;
    return {
      crown: glass(new MeshStandardMaterial({ ...seen, color: ghostColour })),
      gum: new MeshStandardMaterial({ ...seen, color: ghostColour, opacity: 0 }),
      bonded: new MeshStandardMaterial({ ...seen, color: '#9a6ad6', opacity: 0.3 }),
    };
  },
};

export const createArchMaterials = (look: ArchLook): ArchMaterials => ({ look, ...creators[look]() });

const kindsOf = ({ crown, gum, bonded }: ArchMaterials): Material[] => [crown, gum, bonded];

export function disposeArchMaterials(materials: ArchMaterials): void {
  for (const material of kindsOf(materials)) material.dispose();
}

export function createArchMeshes(
  bundle: PlanBundle,
  shapes: ShadedShapes,
  materials: ArchMaterials,
): ArchMeshes {
  const { look } = materials;
  const poser = createToothPoser(bundle);
  const crowns = createCrownMeshes(shapes.teeth, materials.crown);
  const gums: { arch: Arch; gum: GumMesh }[] =
    look === 'ghost'
      ? []
      : shapes.gums.map(shape => ({ arch: shape.arch, gum: createGumMesh(shape, bundle, materials.gum) }));
  const bonded: BondedAttachments | null = createBondedAttachments(bundle, shapes.teeth, materials.bonded);
  const object = new Group();
  object.add(crowns.object, ...gums.map(({ gum }) => gum.object));
  if (bonded) object.add(bonded.object);
  if (look === 'ghost') object.renderOrder = 1;
  let placed = Number.NaN;
  /** Set after disposal: a frame may still call `place` before React mounts the successor. */
  let gone = false;
  return {
    object,
    crowns,
    poser,
    place(stage) {
      if (gone || stage === placed) return;
      placed = stage;
      poser.place(stage);
      crowns.place(poser);
      for (const { gum } of gums) gum.place(poser);
      bonded?.place(poser, stage);
    },
    show(layers, only) {
      if (gone) return;
      const visible = (row: Arch) => only === null || only === row;
      crowns.show(tooth => visible(archOf(tooth)));
      for (const one of gums) one.gum.object.visible = layers.gums && visible(one.arch);
      bonded?.show(tooth => layers.attachments && visible(archOf(tooth)));
      // Attachments depend on the stage too: place everything again.
      const stage = placed;
      placed = Number.NaN;
      if (!Number.isNaN(stage)) this.place(stage);
    },
    clip(planes) {
      for (const material of kindsOf(materials)) material.clippingPlanes = planes;
    },
    fade(density) {
      if (look === 'solid') return;
      materials.crown.userData.density.value = density;
      materials.bonded.opacity = density;
    },
    dispose() {
      gone = true;
      // Remove it at once: a frame may be drawn before React unmounts it.
      object.removeFromParent();
      crowns.dispose();
      bonded?.dispose();
      for (const { gum } of gums) gum.dispose();
    },
  };
}
