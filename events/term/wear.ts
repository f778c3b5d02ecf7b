/** Terms: wearing aligners. */
import { parseTerms } from './table.ts';

export const wearTerms = parseTerms(
  'wear',
  `
wearTime | 佩戴时间; 佩戴时长; 戴用时间 | wear time; wearing time; hours of wear | 每天戴矫治器的小时数 | Hours a day that aligners are worn
compliance | 依从性; 配合度; 患者配合度 | compliance; patient compliance; cooperation | 患者按要求佩戴的程度 | How well a patient wears as asked
changeInterval | 更换周期; 换副周期; 更换频率 | change interval; wear interval; aligner change interval | 每副矫治器佩戴的天数 | For how many days an aligner is worn
currentAligner | 当前副数; 当前牙套; 当前佩戴 | current aligner | 现在佩戴的那一副 | The aligner that is worn now
nextAligner | 下一副; 下一副牙套 | next aligner | 接下来要戴的一副 | The aligner after this one
backtrack | 退回上一副; 回戴; 往回戴 | backtracking; go back an aligner; previous aligner | 重新戴之前的一副 | Wearing an earlier aligner again
fit | 贴合; 贴合度; 密合 | aligner fit; fit well; good fit | 矫治器与牙齿贴合的程度 | How closely an aligner sits
gap | 缝隙; 切端缝隙; 间隙不密合 | incisal gap; air gap; aligner gap | 矫治器与切缘之间的空隙 | A gap between the aligner and a tooth's edge
seating | 就位; 戴到位; 完全就位 | seating; fully seated; seated | 矫治器完全戴到位 | The aligner sits all the way
lostAligner | 丢失牙套; 牙套丢失; 牙套丢了 | lost aligner; missing aligner | 患者丢了矫治器 | The patient has lost an aligner
brokenAligner | 牙套破裂; 牙套断裂; 牙套裂了 | broken aligner; cracked aligner | 矫治器破损 | An aligner that is broken
soreness | 酸痛; 酸胀; 疼痛 | soreness; discomfort | 牙齿受力后的不适 | How teeth feel under a force
ulcer | 口腔溃疡; 溃疡 | mouth ulcer; ulcer; sore spot | 黏膜破损 | A sore place in the mouth
retention | 保持期; 保持阶段; 固位 | retention; retention phase; retention period | 矫治后维持结果的阶段 | The time after treatment in which the result is kept
fullTimeWear | 全天佩戴; 全天戴 | full-time wear; full time wear | 除进食刷牙外一直佩戴 | Worn all day but for meals and brushing
nightWear | 夜间佩戴; 夜间戴 | night-time wear; nighttime wear; night wear | 只在夜间佩戴 | Worn at night only
treatmentDuration | 疗程; 治疗时间; 矫治时间 | treatment duration; treatment time; course of treatment | 治疗所需的时间 | How long a treatment takes
`,
);
