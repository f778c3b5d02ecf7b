/**
 * The demo's service desk: China's public holidays of 2026 with their working weekends, and canned answers.
 */
import type * as z from 'zod/mini';
import { addDays } from '#events/case/calendar.ts';
import type { cannedAnswerInputSchema } from '#events/desk/canned.ts';
import {
  addCannedAnswer,
  addSpecialDay,
  changeDeskHours,
  changeDuty,
  type Desk,
  deskFold,
} from '#events/desk/desk.ts';
import type { DeskEvent } from '#events/desk/events.ts';
import { defaultWeek } from '#events/desk/hours.ts';
import type { Clock } from '../clock/clock.ts';
import { createCommandHandler } from '../command/handler.ts';
import type { EventStore } from '../eventstore/port.ts';
import { demoIdOf } from './demo-id.ts';
import { demoViewerOf } from './people.ts';

/**
 * Name, first day, length, and worked weekend days, by the State Council's notice of 4 November 2025 for 2026. For
 * 2027 only the dates fixed by law are known.
 */
const holidays: readonly (readonly [name: string, first: string, days: number, worked: readonly string[]])[] =
  [
    ['元旦 New Year', '2026-01-01', 3, ['2026-01-04']],
    ['春节 Spring Festival', '2026-02-15', 9, ['2026-02-14', '2026-02-28']],
    ['清明节 Qingming', '2026-04-04', 3, []],
    ['劳动节 Labour Day', '2026-05-01', 5, ['2026-05-09']],
    ['端午节 Dragon Boat', '2026-06-19', 3, []],
    ['中秋节 Mid-Autumn', '2026-09-25', 3, []],
    ['国庆节 National Day', '2026-10-01', 7, ['2026-09-20', '2026-10-10']],
    ['元旦 New Year', '2027-01-01', 1, []],
    ['劳动节 Labour Day', '2027-05-01', 2, []],
    ['国庆节 National Day', '2027-10-01', 3, []],
  ];

/** Public holidays and worked weekend days, in the form of the desk. */
export const publicHolidays = holidays.flatMap(([name, first, count, worked]) => [
  ...Array.from({ length: count }, (_, i) => ({ day: addDays(first, i), works: false, name })),
  ...worked.map(day => ({ day, works: true, name: `${name}（调休）` })),
]);

type Said = z.input<typeof cannedAnswerInputSchema>;
const say = (en: [string, string], zh: [string, string]): Said => ({
  title: { en: en[0], 'zh-CN': zh[0] },
  text: { en: en[1], 'zh-CN': zh[1] },
});

const answers: readonly Said[] = [
  say(
    [
      'Received',
      'Dear {{doctor}}, thank you, we have your message about {{case}} and are looking into it. You will hear from us within about two working hours. {{me}}',
    ],
    ['已收到', '{{doctor}}您好，{{case}} 的留言已收到，正在核实，约 2 个工作小时内回复您。{{me}}'],
  ),
  say(
    [
      'Scan again',
      'Dear {{doctor}}, the intraoral scan of {{case}} has holes at the molars, so that attachments cannot be placed there. Please scan these teeth again and upload the STL file; the case goes on as soon as it is in.',
    ],
    [
      '请重新扫描',
      '{{doctor}}您好，{{case}} 的口扫数据在磨牙区有孔洞，无法设计附件。请补扫该区域并重新上传 STL 文件，收到后即可继续。',
    ],
  ),
  say(
    [
      'Photos are missing',
      'Dear {{doctor}}, some photographs of {{case}} are missing or out of focus. Please add the occlusal photos of both arches; the mirror should be warm and dry.',
    ],
    [
      '照片不全',
      '{{doctor}}您好，{{case}} 的照片不全或不够清晰，请补充上下颌𬌗面像，拍摄时请将反光板加温擦干。',
    ],
  ),
  say(
    [
      'IPR before aligner',
      'Dear {{doctor}}, please carry out the IPR of {{case}} before the aligner at which the plan lists it, and measure it with a gauge. The amounts are on the sheet for the chair side in the case.',
    ],
    [
      '去釉时机',
      '{{doctor}}您好，{{case}} 的邻面去釉请在方案所列的那一副之前完成，并用测量尺确认。具体数值见病例中的椅旁记录。',
    ],
  ),
  say(
    [
      'Attachment lost',
      'Dear {{doctor}}, where an attachment comes off, please bond it again with the attachment template at the next visit. If it comes off twice, tell us the tooth and we will look at its shape.',
    ],
    [
      '附件脱落',
      '{{doctor}}您好，附件脱落后，请在下次复诊时用附件模板重新粘接。如同一颗牙反复脱落，请告知牙位，我们会重新评估附件形态。',
    ],
  ),
  say(
    [
      'Aligner does not fit',
      'Dear {{doctor}}, if there is an incisal gap of more than 1 mm, please let the patient wear the current aligner for 7 days more with a chewie, then look again. If it is still there, a refinement scan is the next step.',
    ],
    [
      '牙套不贴合',
      '{{doctor}}您好，如切端缝隙超过 1 mm，请嘱患者配合咬胶将当前牙套再戴 7 天后复查；如仍不贴合，建议重新口扫做精调。',
    ],
  ),
  say(
    [
      'Lost aligner',
      'Dear {{doctor}}, if the aligner was worn for more than half of its days, the patient may go on to the next one; otherwise go back to the one before and order a replacement in {{case}}.',
    ],
    [
      '牙套丢失',
      '{{doctor}}您好，如该副已佩戴超过一半天数，可直接换下一副；否则请先戴回上一副，并在 {{case}} 中申请补做。',
    ],
  ),
  say(
    [
      'Parcel sent',
      'Dear {{doctor}}, the aligners of {{case}} are on their way. The tracking number stands under Manufacturing in the case; please confirm the receipt there.',
    ],
    ['已发货', '{{doctor}}您好，{{case}} 的矫治器已寄出，快递单号见病例的生产信息，收到后请确认收货。'],
  ),
];

const viewer = demoViewerOf('service');
const { orgId } = viewer;

type Ports = { store: EventStore; clock: Clock };

const desk = (ports: Ports) => {
  const stream = createCommandHandler(ports, deskFold);
  return (what: string, decide: (state: Desk, id: string) => DeskEvent[]) => {
    const id = demoIdOf(`desk ${what}`);
    return stream.handle(orgId, { commandId: id, by: viewer.id }, state => decide(state, id));
  };
};

/** Sets up the desk as its staff would. */
export async function setUpDesk(ports: Ports): Promise<void> {
  const ctx = { orgId, viewer };
  const change = desk(ports);
  await change('hours', state => changeDeskHours(state, { week: defaultWeek }, ctx));
  for (const day of publicHolidays) await change(day.day, state => addSpecialDay(state, day, ctx));
  for (const input of answers)
    await change(input.title.en, (state, cannedId) => addCannedAnswer(state, input, { ...ctx, cannedId }));
}

/** Puts a member of staff on duty. */
export const putStaffOnDuty = (ports: Ports) =>
  desk(ports)('duty', state => changeDuty(state, { on: true }, { orgId, viewer }));
