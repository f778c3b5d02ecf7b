import { expect, it } from 'vitest';
import { fileKinds } from '#events/case/options.ts';
import { Status, statusCodes } from '#events/case/status.ts';
import { createCaseWithFacts, testViewers } from './testing.ts';
import { uploadPermissionOf } from './upload-rules.ts';

/** For each person, the statuses in which each kind may be uploaded. Unlisted kinds may not. */
function rights(): string[] {
  const lines: string[] = [];
  for (const [name, viewer] of Object.entries(testViewers))
    for (const kind of fileKinds) {
      const facts = { assigneeId: 'p-technician', produced: true };
      const at = statusCodes.filter(
        status =>
          typeof uploadPermissionOf(viewer, kind, createCaseWithFacts({ status, ...facts })) !== 'string',
      );
      if (at.length > 0) lines.push(`${name} ${kind}: ${at.join(' ')}`);
    }
  return lines;
}

it('upload rights are one table of position, kind and status', () => {
  const drafts = '0 1 2 3 4 5 6 7 8 9';
  const handedIn = '10 11 12 13 14 15 16 17 18 19 21 23 24 25 26 27 28 29 30 33';
  const own = (name: string) => [
    `${name} stl: ${drafts} 11 16 17 20 22 23 24 25 26 30`,
    `${name} photo: ${drafts} 11 16 17 20 22 23 24 25 26 30 33`,
    `${name} radiograph: ${drafts} 11 20 22 25 30 33`,
    `${name} archive: ${drafts} 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 33`,
    `${name} other: ${drafts} 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 33`,
  ];
  expect(rights()).toEqual([
    ...own('doctor'),
    ...own('assistant'),
    'technician stl: 13 18 19 27',
    `technician archive: ${handedIn}`,
    'technician plan: 13 18 19',
    `technician other: ${handedIn}`,
    'technician2 stl: 27',
    'supervisor stl: 27',
    'service stl: 27',
    `service archive: ${handedIn}`,
    `service other: ${handedIn}`,
  ]);
});

it('a missing upload right has its reason, in the order of refusals', () => {
  const at = createCaseWithFacts({ status: Status.PlanAwaitingExpert, assigneeId: 'p-technician' });
  expect(uploadPermissionOf(testViewers.other, 'stl', at)).toBe('unseen');
  expect(uploadPermissionOf(testViewers.technician2, 'stl', at)).toBe('unseen');
  expect(uploadPermissionOf(testViewers.expert, 'stl', at)).toBe('never');
  expect(uploadPermissionOf(testViewers.doctor, 'plan', at)).toBe('never');
  expect(uploadPermissionOf(testViewers.doctor, 'stl', at)).toBe('notNow');
  expect(uploadPermissionOf(testViewers.technician, 'plan', at)).toBe('notNow');
});
