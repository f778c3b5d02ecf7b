import { describe, expect, test } from 'vitest';
import type { Status } from '#events/case/status.ts';
import { actionHref } from './choose.ts';

describe('updating a draft leads to what it lacks', () => {
  test.each<[Status, string[], string]>([
    [0, ['patient.birthDate', 'diagnosis.flags'], 'patientInfoNew?id=C2K7QM&slot=birthDate'],
    [0, ['diagnosis.flags'], 'deagonsticMesNew?id=C2K7QM&slot=flags'],
    [1, ['prescription.method'], 'pcEnter?id=C2K7QM&slot=method'],
    [2, ['prescription.lingual.archWidth'], 'transparentToothNew?id=C2K7QM&slot=lingual.archWidth'],
    [3, ['prescription.lingual.brackets'], 'transparentToothNew?id=C2K7QM&slot=lingual.brackets'],
    [4, ['prescription.lingual.torque'], 'transparentToothNew?id=C2K7QM&slot=lingual.torque'],
    [5, ['prescription.ipr'], 'transparentToothNew?id=C2K7QM&slot=ipr'],
    [6, ['markers.confirmed'], 'transparentMarkerNew?id=C2K7QM&slot=confirmed'],
    [7, ['files.radiograph'], 'dataUploadNew?id=C2K7QM&slot=panoramic'],
    [8, ['files.models'], 'dataUploadNew?id=C2K7QM&slot=upper'],
    [22, ['data.trackingNumber'], 'dataUploadNew?id=C2K7QM&slot=trackingNumber'],
    [20, [], 'patientInfoNew?id=C2K7QM'],
    [20, ['files.models'], 'patientInfoNew?id=C2K7QM'],
  ])('at %i: %j', (status, missing, href) => {
    expect(actionHref('edit', { caseId: 'C2K7QM', status, actions: ['edit'], missing })).toBe(
      `/addCase/${href}`,
    );
  });
});
