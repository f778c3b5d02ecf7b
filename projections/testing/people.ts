/** The people of a walk: a full organisation, self-designers that it serves, and an unrelated organisation. */
import { emptyDirectory, evolveDirectory, type Person } from '#events/person/directory.ts';
import type { DirectoryEvent } from '#events/person/events.ts';
import { type Position, selfDesignersOrgId } from '#events/person/position.ts';

export const mainOrgId = 'main';
export const strangersOrgId = 'strangers';

const person = (
  personId: string,
  position: Position,
  name: string,
  orgId: string = mainOrgId,
  serves: string[] = [],
): DirectoryEvent => ({
  type: 'PersonAdded',
  data: { personId, orgId, position, serves, trialUntil: null },
  personal: { userName: personId, name, phone: null, email: null },
});

const organisation = (orgId: string, servedBy: string): DirectoryEvent => ({
  type: 'OrganisationAdded',
  data: { orgId, name: orgId, servedBy, zone: 'Asia/Shanghai' },
});

/** The directory's first events. Ids are the demo's logins. */
export const directoryEventsOfWalk: readonly DirectoryEvent[] = [
  organisation(mainOrgId, mainOrgId),
  organisation(selfDesignersOrgId, mainOrgId),
  organisation(strangersOrgId, strangersOrgId),
  person('doctor', 'Doctor', '王医生'),
  person('doctor2', 'Doctor', 'Mary Grant'),
  person('assistant', 'Assistant', '小李', mainOrgId, ['doctor']),
  person('technician', 'Technician', '陈师傅'),
  person('technician2', 'Technician', '林师傅'),
  person('expert', 'Specialist', '周教授'),
  person('supervisor', 'SuperMechanic', '赵主管'),
  person('service', 'Service', '钱客服'),
  person('vendor', 'VendorAdmin', '孙厂长'),
  person('admin', 'Admin', '管理员'),
  person('analyst', 'Analyst', '分析员'),
  person('designer', 'Designer', '自设计', selfDesignersOrgId),
  person('other', 'Doctor', '外人', strangersOrgId),
  person('otherSupervisor', 'SuperMechanic', '外主管', strangersOrgId),
];

/** The people as folded by the directory. */
export function peopleOfWalk(): Person[] {
  let directory = emptyDirectory;
  for (const [revision, e] of directoryEventsOfWalk.entries())
    directory = evolveDirectory(directory, { ...e, revision });
  return [...directory.people.values()];
}
