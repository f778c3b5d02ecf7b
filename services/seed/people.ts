/** The demo's organisations and accounts (api.md, Running it). */
import type { Position, Viewer } from '#events/person/position.ts';

export const demoPassword = 'archline1';

export const demoOrganisations = [
  {
    ...{ orgId: 'archline', name: 'Archline Demo 齐列演示', servedBy: 'archline', zone: 'Asia/Shanghai' },
    names: { en: 'Archline Demo', 'zh-CN': '齐列演示' },
  },
  {
    ...{ orgId: 'ediy', name: 'eDIY Studio 自主设计', servedBy: 'archline', zone: 'Asia/Shanghai' },
    names: { en: 'eDIY Studio', 'zh-CN': '自主设计' },
  },
  { orgId: 'other', name: 'Kieferorthopädie am Fluss', servedBy: 'other', zone: 'Europe/Berlin' },
] as const;

type Account = {
  position: Position;
  name: string;
  phone: string;
  orgId?: string;
  serves?: readonly string[];
};

const accounts = {
  doctor: { position: 'Doctor', name: '李文清', phone: '13812340001' },
  doctor2: { position: 'Doctor', name: 'Amelia Hart', phone: '13812340002' },
  assistant: { position: 'Assistant', name: '周敏', phone: '13812340003', serves: ['p-doctor'] },
  technician: { position: 'Technician', name: '王磊', phone: '13812340004' },
  technician2: { position: 'Technician', name: 'Daniel Brandt', phone: '13812340005' },
  expert: { position: 'Specialist', name: '陈立', phone: '13812340006' },
  supervisor: { position: 'SuperMechanic', name: '赵明远', phone: '13812340007' },
  service: { position: 'Service', name: 'Sofia Rossi', phone: '13812340008' },
  vendor: { position: 'VendorAdmin', name: '刘建国', phone: '13812340009' },
  admin: { position: 'Admin', name: '孙晓', phone: '13812340010' },
  analyst: { position: 'Analyst', name: 'Ingrid Solberg', phone: '13812340011' },
  designer: { position: 'Designer', name: '林可', phone: '13812340012', orgId: 'ediy' },
  other: { position: 'Doctor', name: 'Marcus Weber', phone: '+4915112340013', orgId: 'other' },
} as const satisfies Record<string, Account>;

export type DemoUser = keyof typeof accounts;

/** A person of the demo with all data of the directory's event. */
export const demoPeople = Object.entries(accounts).map(([userName, account]: [string, Account]) => ({
  personId: `p-${userName}`,
  userName,
  orgId: account.orgId ?? 'archline',
  position: account.position,
  serves: [...(account.serves ?? [])],
  name: account.name,
  phone: account.phone,
  email: `${userName}@example.com`,
}));

const viewers = new Map(
  demoPeople.map(p => [
    p.userName,
    { id: p.personId, position: p.position, orgId: p.orgId, serves: p.serves },
  ]),
);

/** The person as access rules see it. */
export function demoViewerOf(user: DemoUser): Viewer {
  const viewer = viewers.get(user);
  if (!viewer) throw new Error(`${user} is not in the demo`);
  return viewer;
}

/** Clinic of each treating doctor; patients' sections and deliveries name it. */
export const clinicsOfDoctors: Partial<
  Record<DemoUser, { clinic: string; address: string; zip: string; doctor: string }>
> = {
  doctor: {
    clinic: '静安齐美口腔',
    address: '上海市静安区南京西路1266号12层',
    zip: '200040',
    doctor: '李文清',
  },
  doctor2: {
    clinic: 'Harbour Orthodontics',
    address: '88 Century Avenue, Pudong, Shanghai',
    zip: '200120',
    doctor: 'Amelia Hart',
  },
  designer: { clinic: '可可正畸工作室', address: '杭州市西湖区文三路478号', zip: '310012', doctor: '林可' },
  other: {
    clinic: 'Kieferorthopädie am Fluss',
    address: 'Uferstraße 12, 10999 Berlin',
    zip: '10999',
    doctor: 'Marcus Weber',
  },
};
