/** IPR as a coral sheet between two teeth, at the aligner before which it is due. */

import { useFrame } from '@react-three/fiber';
import { useAtomValue } from 'jotai/react';
import { useEffect, useMemo } from 'react';
import { BoxGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3 } from 'three';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { archOf, parseContact } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { shownLayersAtom } from '../layers.ts';
import { player } from '../player.ts';
import { onlyShownArchAtom } from '../view-state.ts';
import type { ToothPoser } from './poser.ts';

/** Size of a sheet in mm: thin, as high as the visible gap, as deep as a front tooth. */
const sheet = { thick: 0.26, high: 7, deep: 4 } as const;

export function IprSheets({ bundle, poser }: { bundle: PlanBundle; poser: ToothPoser }) {
  const shown = useAtomValue(shownLayersAtom);
  // Hides the sheet in a section view, where it would cover the cut.
  const on = shown.ipr && !shown.section;
  const list = useMemo(() => {
    const axes = new Map(bundle.teeth.map(tooth => [tooth.fdi, toothAxesOf(tooth)]));
    return bundle.ipr.flatMap(({ contact, before }) => {
      const pair = parseContact(contact);
      const [, , occlusal] = (pair && axes.get(pair[0])) ?? [];
      return pair && occlusal ? [{ pair, before, occlusal: new Vector3(...occlusal) }] : [];
    });
  }, [bundle]);
  const mesh = useMemo(() => {
    const material = new MeshBasicMaterial({ color: '#e2552f' });
    const made = new InstancedMesh(
      new BoxGeometry(sheet.thick, sheet.high, sheet.deep),
      material,
      Math.max(1, list.length),
    );
    made.frustumCulled = false;
    return made;
  }, [list]);
  useEffect(
    () => () => {
      mesh.geometry.dispose();
      mesh.dispose();
    },
    [mesh],
  );
  const spare = useMemo(
    () => ({
      matrix: new Matrix4(),
      a: new Vector3(),
      b: new Vector3(),
      across: new Vector3(),
      deep: new Vector3(),
    }),
    [],
  );
  useFrame(() => {
    const { matrix, a, b, across, deep } = spare;
    const stage = Math.round(player.stage());
    const alone = screenStore.get(onlyShownArchAtom);
    let count = 0;
    for (const { pair, before, occlusal } of list) {
      const [left, right] = [poser.matrix(pair[0]), poser.matrix(pair[1])];
      if (!on || before !== stage || !left || !right || !pair.every(poser.there)) continue;
      if (alone && archOf(pair[0]) !== alone) continue;
      a.setFromMatrixPosition(left);
      b.setFromMatrixPosition(right);
      across.subVectors(b, a).normalize();
      deep.crossVectors(across, occlusal).normalize();
      matrix
        .makeBasis(across, occlusal, deep)
        .setPosition(a.add(b).multiplyScalar(0.5).addScaledVector(occlusal, 1.5));
      mesh.setMatrixAt(count++, matrix);
    }
    // With count 0 nothing is drawn, but the shader program is linked with the first picture. Linking it
    // later blocks the page.
    mesh.count = count;
    mesh.instanceMatrix.needsUpdate = true;
  });
  return <primitive object={mesh} dispose={null} />;
}
