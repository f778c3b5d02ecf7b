import { describe, expect, it } from 'vitest';
import { cameraOf, cameraText, readCamera, viewNames, viewOf } from './camera.ts';

describe('the camera in the address', () => {
  it.each(viewNames)('the view %s is written as its name and read back', name => {
    expect(cameraText(cameraOf(name))).toBe(name);
    expect(readCamera(name)).toEqual(cameraOf(name));
  });
  it('any other camera is three numbers', () => {
    const camera = { azimuth: -33.4, elevation: 12.2, distance: 180.6 };
    expect(cameraText(camera)).toBe('-33,12,181');
    expect(readCamera('-33,12,181')).toEqual({ azimuth: -33, elevation: 12, distance: 181 });
    expect(viewOf(camera)).toBeUndefined();
  });
  it.each([undefined, '', 'above', '1,2', '1,2,3,4', 'a,b,c', 'NaN,0,1', 4])('%s is ignored', text => {
    expect(readCamera(text)).toBeUndefined();
  });
  it('is limited to where the plan is in sight', () => {
    expect(readCamera('900,-900,1')).toEqual({ azimuth: 180, elevation: -90, distance: 40 });
  });
});
