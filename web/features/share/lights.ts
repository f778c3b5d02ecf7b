/** Lights for models: from above the viewer's left shoulder. */
import { DirectionalLight, Group, HemisphereLight } from 'three';

/** Rotate `group` with the camera; add `all` to the scene. */
export function createLights(): { group: Group; all: Group } {
  const group = new Group();
  const [key, fill] = [new DirectionalLight('#ffffff', 1.9), new DirectionalLight('#ffffff', 0.7)];
  key.position.set(-60, 90, 120);
  fill.position.set(90, 10, 60);
  group.add(key, fill);
  const all = new Group();
  all.add(group, new HemisphereLight('#ffffff', '#a8958a', 1.5));
  return { group, all };
}
