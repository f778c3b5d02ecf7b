/** How models are lit: from above the left shoulder of whoever looks. */
import { DirectionalLight, Group, HemisphereLight } from 'three';

/** `group` is to be turned with the camera; `all` is what goes into the scene. */
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
