import { describe, expect, it } from 'vitest';
import { cameraOf, cameraText, readCamera, viewNames, viewOf } from './camera.ts';

describe('a camera in the address', () => {
  it.each(viewNames)('the view %s is its name, and comes back from it', name => {
    expect(cameraText(cameraOf(name))).toBe(name);
    expect(readCamera(name)).toEqual(cameraOf(name));
  });
  it('is three numbers elsewhere', () => {
    const camera = { azimuth: -33.4, elevation: 12.2, distance: 180.6 };
    expect(cameraText(camera)).toBe('-33,12,181');
    expect(readCamera('-33,12,181')).toEqual({ azimuth: -33, elevation: 12, distance: 181 });
    expect(viewOf(camera)).toBeUndefined();
  });
  it.each([undefined, '', 'above', '1,2', '1,2,3,4', 'a,b,c', 'NaN,0,1', 4])('%s says nothing', text => {
    expect(readCamera(text)).toBeUndefined();
  });
  it('stays where something can be seen', () => {
    expect(readCamera('900,-900,1')).toEqual({ azimuth: 180, elevation: -90, distance: 40 });
  });
});
