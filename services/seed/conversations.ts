/**
 * The demo's messages: by doctors, assistants, the laboratory and its manufacturer. All names are invented.
 */
import type { Slot } from '#events/case/options.ts';
import type { ConversationKind } from '#events/chat/kinds.ts';
import type { ChatRef } from '#events/chat/message.ts';
import type { DemoUser } from './people.ts';

export type MessageLine = {
  /** Sender of the message. `assignee`: the case's designer. */
  by: DemoUser | 'assignee';
  /** Minutes before the demo's start. */
  ago: number;
  text?: string;
  /** References into the conversation's own case. */
  refs?: Omit<ChatRef, 'caseId'>[];
  /** Index of the line that this message replies to. */
  replyTo?: number;
  mentions?: DemoUser[];
  /** A picture of the case's mouth that is sent with the message, with its file name. */
  picture?: { slot: Slot; name: string };
};

export type ConversationSpec = {
  /**
   * The patient of a case, or the doctor of a conversation with technical service. Default `kind`: the case's
   * own.
   */
  of: { patient: string; kind?: ConversationKind } | { doctor: DemoUser };
  lines: readonly MessageLine[];
  claimed?: { by: DemoUser; ago: number };
  closed?: { by: DemoUser; ago: number };
  /** Number of lines that a person has read. The last writers have read everything. */
  read: Partial<Record<DemoUser, number>>;
};

const day = 1440;

export const demoConversations: readonly ConversationSpec[] = [
  {
    of: { patient: '张雨桐' },
    claimed: { by: 'service', ago: day + 130 },
    read: { doctor: 8, assistant: 8, technician: 6, technician2: 6, service: 6 },
    lines: [
      { by: 'doctor', ago: day + 140, text: '13 请先去扭转，再远移磨牙，设计时注意一下顺序。' },
      { by: 'service', ago: day + 128, text: '收到，已转给设计技师，今晚提交方案。' },
      {
        by: 'assignee',
        ago: 135,
        text: '方案已提交：13 从第 4 步开始去扭转，第 12 步起远移磨牙。',
        refs: [{ version: 1, stage: 12, tooth: 13 }],
      },
      { by: 'doctor', ago: 62, text: '好的，改得很快，谢谢。', replyTo: 2 },
      { by: 'assistant', ago: 57, text: '患者下周三复诊，来得及拿到第一批牙套吗？', mentions: ['service'] },
      { by: 'service', ago: 49, text: '今天确认方案的话，三个工作日内发货，下周三可以戴上。', replyTo: 4 },
      {
        by: 'doctor',
        ago: 21,
        text: '13 的附件在第 12 步之前粘吗？我这边看是第 14 步才有。',
        refs: [{ version: 1, stage: 14, tooth: 13 }],
      },
      {
        by: 'doctor',
        ago: 20,
        text: '今天拍的口内照，13 近中扭转还比较明显。',
        picture: { slot: 'mouth-right', name: '口内右侧.png' },
      },
    ],
  },
  {
    of: { doctor: 'doctor' },
    claimed: { by: 'service', ago: 3 * day + 20 },
    read: { doctor: 6, service: 6 },
    lines: [
      { by: 'doctor', ago: 3 * day + 30, text: '你们的口扫文件要求是什么？诊所新换了一台扫描仪。' },
      {
        by: 'service',
        ago: 3 * day + 18,
        text: '上下颌各一个 STL文件，外加一个咬合文件，单个不超过 200 MB，单位选毫米。',
      },
      { by: 'doctor', ago: 3 * day + 15, text: '导出时默认是英寸，难怪上次被退回了。' },
      {
        by: 'service',
        ago: 3 * day + 12,
        text: '是的，系统会自动检查尺寸。改成毫米后重新上传就可以，不用重建病例。',
      },
      { by: 'doctor', ago: 95, text: '第 6 组弓丝要加多少费用？' },
      {
        by: 'service',
        ago: 71,
        text: '前 5 组含在套餐内，第 6 组起按组计费，下单页会显示金额，确认后才生效。',
        replyTo: 4,
      },
    ],
  },
  {
    of: { patient: '刘子轩' },
    read: { doctor: 4, technician: 3 },
    lines: [
      { by: 'assignee', ago: 260, text: '李医生，下颌前牙区口扫有缺损，41、31 舌侧看不清，影响压低设计。' },
      { by: 'doctor', ago: 230, text: '明白，明天患者来补扫。覆盖 2 mm 以内可以接受，不必全部打开咬合。' },
      { by: 'assignee', ago: 224, text: '好的，补扫后我按覆𬌗 2 mm、覆盖 2 mm 做目标位。' },
      { by: 'doctor', ago: 48, text: '补扫文件已经上传了，麻烦看看这次够不够清楚？' },
    ],
  },
  {
    of: { patient: '王梓涵' },
    claimed: { by: 'service', ago: 2 * day + 80 },
    closed: { by: 'service', ago: day + 600 },
    read: { doctor: 6, assistant: 6, service: 6 },
    lines: [
      { by: 'assistant', ago: 2 * day + 95, text: '患者第 3 副上颌牙套裂了，可以直接换下一副吗？' },
      { by: 'service', ago: 2 * day + 78, text: '请先拍一张牙套就位的照片，我们看一下贴合情况。' },
      {
        by: 'assistant',
        ago: 2 * day + 40,
        text: '这是刚拍的。',
        picture: { slot: 'mouth-frontal', name: '牙套就位.png' },
      },
      {
        ...{
          by: 'assignee',
          ago: 2 * day + 22,
          text: '贴合没有问题，还剩 2 天，继续戴到期再换第 4 副即可。',
        },
        refs: [{ version: 1, stage: 4 }],
        replyTo: 2,
      },
      { by: 'service', ago: 2 * day + 15, text: '第 3 副已登记补发，以防第 4 副不贴合时退回使用。' },
      { by: 'assistant', ago: 2 * day + 9, text: '好的，谢谢！' },
    ],
  },
  {
    of: { patient: 'Charlotte Dubois' },
    claimed: { by: 'supervisor', ago: day + 25 },
    read: { doctor2: 7, technician2: 7, supervisor: 7, service: 5 },
    lines: [
      {
        by: 'doctor2',
        ago: day + 40,
        text: 'I sent plan v1 back: IPR of 0.5 mm between 11 and 21 is too much for her enamel.',
        refs: [{ version: 1, stage: 4, tooth: 11 }],
      },
      {
        by: 'supervisor',
        ago: day + 24,
        text: 'Understood. Would you rather expand the arch, or spread the IPR over 13 to 23?',
      },
      {
        by: 'doctor2',
        ago: day + 20,
        text: 'Spread it please, 0.2 mm per contact at most, and keep the upper midline.',
      },
      {
        ...{
          by: 'assignee',
          ago: 560,
          text: 'Plan v2 is in: 0.2 mm at five contacts, all before stage 8. The midline stays.',
        },
        refs: [{ version: 2, stage: 8 }],
      },
      {
        by: 'doctor2',
        ago: 540,
        text: 'Much better. Can the attachment on 13 wait until stage 6?',
        replyTo: 3,
      },
      {
        by: 'assignee',
        ago: 525,
        text: 'Yes: rotation of 13 begins at stage 7, so bonding at 6 is early enough.',
      },
      { by: 'doctor2', ago: 505, text: 'Good, I will look at it tonight.' },
    ],
  },
  {
    of: { patient: '张雨桐', kind: 'internal' },
    read: { technician: 2, expert: 2, service: 2 },
    lines: [
      {
        by: 'expert',
        ago: 130,
        mentions: ['service'],
        text: '13 去扭转每步 2.5°，已接近上限。医生若要求再加快，请先转给我。',
      },
      { by: 'service', ago: 124, text: '好的，已备注。', replyTo: 0 },
    ],
  },
  {
    of: { patient: 'Charlotte Dubois', kind: 'internal' },
    read: { technician2: 2, supervisor: 1 },
    lines: [
      {
        by: 'supervisor',
        ago: day + 15,
        text: 'Dr Hart measures every contact herself. Please write the IPR into the plan’s instructions, too.',
      },
      { by: 'assignee', ago: 555, text: 'Done for v2.' },
    ],
  },
  {
    of: { patient: '梁雅静', kind: 'production' },
    read: { technician: 2, vendor: 3 },
    lines: [
      { by: 'vendor', ago: day + 300, text: '首批有两副边缘变形，已重新排产。36 远中的切割线要不要上移？' },
      {
        by: 'assignee',
        ago: day + 270,
        text: '上移 1 mm，附件模板仍按 0.5 mm 做。',
        refs: [{ version: 1, tooth: 36 }],
      },
      { by: 'vendor', ago: 180, text: '收到，明天下午三点前出货。', replyTo: 1 },
    ],
  },
  {
    of: { patient: '苏婉', kind: 'production' },
    read: { technician2: 2, vendor: 2 },
    lines: [
      {
        by: 'assignee',
        ago: 700,
        text: 'Dr Hart asked for a straight trim line 2 mm above the gingival margin, both arches.',
      },
      { by: 'vendor', ago: 640, text: 'Understood, the second half will be cut the same way.', replyTo: 0 },
    ],
  },
  {
    of: { doctor: 'designer' },
    claimed: { by: 'service', ago: 5 * day + 15 },
    closed: { by: 'service', ago: 5 * day },
    read: { designer: 5, service: 5 },
    lines: [
      { by: 'designer', ago: 5 * day + 22, text: '自己设计的方案可以直接下单生产吗？还是要你们审核？' },
      {
        by: 'service',
        ago: 5 * day + 14,
        text: '可以直接下单。方案确认后在病例页点“安排生产”，我们只核对文件是否完整。',
      },
      { by: 'designer', ago: 5 * day + 11, text: '附件模板的厚度能改吗？' },
      {
        by: 'service',
        ago: 5 * day + 5,
        text: '模板统一为 0.5 mm，如需更改请在下单备注中写明。',
        replyTo: 2,
      },
      { by: 'designer', ago: 5 * day + 2, text: '好的。' },
    ],
  },
];
