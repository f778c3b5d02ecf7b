/** Notes of a simulated year, and the shares of the reasons behind them. */
import type { Reason, ReasonedAction, reasonsByAction } from '#events/case/reasons.ts';
import type { Random } from '#events/script/random.ts';
import { pickWeighted } from './chance.ts';

/** A reason, its share among the acts of one kind, and the note for it. */
type Said<A extends ReasonedAction> = readonly [(typeof reasonsByAction)[A][number], number, string];

const expert = [
  ['movement', 18, '11、21 根舌向转矩不足，请增加。'],
  ['ipr', 12, '去釉时机过早，请移至第 6 步之后。'],
  ['occlusion', 9, '左侧尖牙关系未达中性，请调整。'],
  ['order-differs', 7, '医生要求 17、27 不移动，方案中有移动。'],
] as const;
const doctor = [
  ['occlusion', 28, '后牙咬合过紧，请调整末端咬合关系。'],
  ['midline', 14, '上中线未对齐面中线，请右移约 1 mm。'],
  ['movement', 12, '13 扭转量不足，请增加。'],
  ['ipr', 8, '下前牙邻面去釉量过大，请减少。'],
  ['space', 3, '请保留 46 种植间隙。'],
  ['order-differs', 3, '方案与处方单不一致，请核对牙位标记。'],
] as const;

const reasons: { readonly [A in ReasonedAction]: readonly Said<A>[] } = {
  deniedCase: [
    ['records', 74, '上颌模型缺少 17、27 远中，请重新扫描后提交。'],
    ['order-differs', 20, '处方中拔牙与标记不符，请核对。'],
    ['defect', 6, '模型破损，无法使用，请重新取模。'],
  ],
  requestInfo: [
    ['records', 72, '下颌 37 区扫描不完整，请补充咬合记录。'],
    ['order-differs', 18, '请确认是否保留 46 间隙。'],
    ['occlusion', 10, '口内照与模型咬合不一致，请确认。'],
  ],
  targetExpertReview: expert,
  targetDoctorReview: doctor,
  qualityAudit: [
    ['staging', 30, '第 8–14 步 13 的扭转速度超过每步 2°，请放慢。'],
    ['attachments', 24, '33 缺少附件，伸长无法实现。'],
    ...expert,
  ],
  confirmDoctor: [
    ['staging', 19, '分步过快，请放慢前 10 步的移动速度。'],
    ['attachments', 13, '前牙唇面附件过多，影响美观，请减少。'],
    ...doctor,
  ],
  recallPlan: [
    ['attachments', 60, '发现附件位置有误，撤回修改。'],
    ['staging', 40, '发现分步有误，撤回修改。'],
  ],
  returnToDesign: [
    ['staging', 60, '第 7 步无法热压成型：46 倒凹过深。'],
    ['attachments', 40, '附件模板与第 1 副不符。'],
  ],
  batchFailed: [
    ['defect', 85, '两副在切割时撕裂，重新安排生产。'],
    ['attachments', 15, '附件模板变形，重新安排生产。'],
  ],
  refine: [
    ['movement', 46, '13 扭转未到位，牙套不贴合，申请精调。'],
    ['occlusion', 24, '后牙开𬌗，申请精调。'],
    ['space', 14, '拔牙间隙未完全关闭。'],
    ['midline', 10, '中线偏差仍约 1 mm。'],
    ['attachments', 6, '多个附件脱落后脱轨。'],
  ],
};

/** Shares of acts without a reason of the list, and with a second reason. */
const UNSAID = 0.08;
const TWO = 0.18;

export const yearNotes = {
  answer: '已与患者确认，末次咬合以口内照为准，请继续设计。',
  reassigned: '原技师近期不在岗，改派。',
  lost: '快递查询无结果，包裹疑似遗失。',
  instructions: '附件与邻面去釉按方案所示步骤进行，每副佩戴 7 天，每日不少于 22 小时。',
  comments: ['请注意此处附件高度。', '第 6 步起请放慢。', '中线已核对。', '此牙建议增加过矫正。'],
  visits: ['13 附件已重新粘接。', '完成本次邻面去釉。', '贴合良好，无附件脱落。', '23 附件边缘已抛光。'],
  handedOver: '医生离职，病例移交同事。',
} as const;

export type ReasonedNote = { note: string; reasons?: readonly Reason[] };

/** Returns the note of a refusal, request, return, failure or refinement, and mostly its reasons. */
export function pickReasonedNote(random: Random, action: ReasonedAction): ReasonedNote {
  const said: readonly (readonly [Reason, number, string])[] = reasons[action];
  const one = () =>
    pickWeighted(
      random,
      said.map(entry => [entry, entry[1]] as const),
    );
  const [first, , note] = one();
  if (random.chance(UNSAID)) return { note };
  const [second] = random.chance(TWO) ? one() : [first];
  return { note, reasons: first === second ? [first] : [first, second] };
}
