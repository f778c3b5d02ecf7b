import { describe, expect, it } from 'vitest';
import { cameraOfView, formatCamera, parseCamera, viewNames, viewOfCamera } from './camera.ts';

describe('the camera in the address', () => {
  it.each(viewNames)('is written as the name of the view %s and parsed back', name => {
    expect(formatCamera(cameraOfView(name))).toBe(name);
    expect(parseCamera(name)).toEqual(cameraOfView(name));
  });
  it('is written as three numbers for any other camera', () => {
    const camera = { azimuth: -33.4, elevation: 12.2, distance: 180.6 };
    expect(formatCamera(camera)).toBe('-33,12,181');
    expect(parseCamera('-33,12,181')).toEqual({ azimuth: -33, elevation: 12, distance: 181 });
    expect(viewOfCamera(camera)).toBeUndefined();
  });
  it.each([undefined, '', 'above', '1,2', '1,2,3,4', 'a,b,c', 'NaN,0,1', 4])(
    'is ignored if it is %s',
    text => {
      expect(parseCamera(text)).toBeUndefined();
    },
  );
  it('is limited to positions that show the plan', () => {
    expect(parseCamera('900,-900,1')).toEqual({ azimuth: 180, elevation: -90, distance: 40 });
  });
});
