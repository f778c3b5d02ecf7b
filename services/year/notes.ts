/** Notes of a simulated year, and the shares of the reasons behind them. */
import type { Random } from '#events/script/random.ts';
import { weighted } from './chance.ts';

/** A reason with its share among the refusals of one kind of reviewer, and its note. */
type Reason = readonly [reason: string, share: number, note: string];

const refusalReasons = {
  doctor: [
    ['occlusion', 28, '后牙咬合过紧，请调整末端咬合关系。'],
    ['staging', 19, '分步过快，请放慢前 10 步的移动速度。'],
    ['midline', 14, '上中线未对齐面中线，请右移约 1 mm。'],
    ['attachments', 13, '前牙唇面附件过多，影响美观，请减少。'],
    ['movement', 12, '13 扭转量不足，请增加。'],
    ['ipr', 8, '下前牙邻面去釉量过大，请减少。'],
    ['space', 3, '请保留 46 种植间隙。'],
    ['order-differs', 3, '方案与处方单不一致，请核对牙位标记。'],
  ],
  expert: [
    ['staging', 30, '第 8–14 步 13 的扭转速度超过每步 2°，请放慢。'],
    ['attachments', 24, '33 缺少附件，伸长无法实现。'],
    ['movement', 18, '11、21 根舌向转矩不足，请增加。'],
    ['ipr', 12, '去釉时机过早，请移至第 6 步之后。'],
    ['occlusion', 9, '左侧尖牙关系未达中性，请调整。'],
    ['order-differs', 7, '医生要求 17、27 不移动，方案中有移动。'],
  ],
  intake: [
    ['records', 78, '上颌模型缺少 17、27 远中，请重新扫描后提交。'],
    ['order-differs', 22, '处方中拔牙与标记不符，请核对。'],
  ],
  request: [
    ['records', 72, '下颌 37 区扫描不完整，请补充咬合记录。'],
    ['order-differs', 18, '请确认是否保留 46 间隙。'],
    ['occlusion', 10, '口内照与模型咬合不一致，请确认。'],
  ],
  production: [
    ['defect', 60, '两副在切割时撕裂，重新安排生产。'],
    ['staging', 25, '第 7 步无法热压成型：46 倒凹过深。'],
    ['attachments', 15, '附件模板与第 1 副不符。'],
  ],
  refinement: [
    ['movement', 46, '13 扭转未到位，牙套不贴合，申请精调。'],
    ['occlusion', 24, '后牙开𬌗，申请精调。'],
    ['space', 14, '拔牙间隙未完全关闭。'],
    ['midline', 10, '中线偏差仍约 1 mm。'],
    ['attachments', 6, '多个附件脱落后脱轨。'],
  ],
} as const satisfies Record<string, readonly Reason[]>;

export const notes = {
  answer: '已与患者确认，末次咬合以口内照为准，请继续设计。',
  recalled: '发现附件位置有误，撤回修改。',
  reassigned: '原技师近期不在岗，改派。',
  lost: '快递查询无结果，包裹疑似遗失。',
  instructions: '附件与邻面去釉按方案所示步骤进行，每副佩戴 7 天，每日不少于 22 小时。',
  reply: '已按要求调整，请查看新版本。',
  comments: ['请注意此处附件高度。', '第 6 步起请放慢。', '中线已核对。', '此牙建议增加过矫正。'],
  visits: ['13 附件已重新粘接。', '完成本次邻面去釉。', '贴合良好，无附件脱落。', '23 附件边缘已抛光。'],
  handedOver: '医生离职，病例移交同事。',
} as const;

/** Returns the note of a refusal, request, return or refinement. */
export function refusal(random: Random, by: keyof typeof refusalReasons): { note: string } {
  const reasons: readonly Reason[] = refusalReasons[by];
  const note = weighted(
    random,
    reasons.map(([, share, said]) => [said, share] as const),
  );
  return { note };
}
