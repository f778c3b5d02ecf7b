/** What people write in the demo, in the language of the case. */

export type Tongue = 'zh' | 'en';

export type TextKey =
  | 'complaint'
  | 'info'
  | 'rxNote'
  | 'planName'
  | 'instructions'
  | 'deniedCase'
  | 'requestInfo'
  | 'answerNote'
  | 'targetRefused'
  | 'expertRefused'
  | 'doctorRefused'
  | 'recallPlan'
  | 'returnToDesign'
  | 'batchFailed'
  | 'reportLost'
  | 'reason';

export const texts: Record<Tongue, Record<TextKey, string>> = {
  zh: {
    complaint: '自觉牙齿不齐，影响美观，要求隐形矫治。',
    info: '恒牙列，面型基本对称，侧貌直面型；口腔卫生良好，牙周健康。',
    rxNote: '请优先解除前牙拥挤，尽量不在 11、21 唇面放置附件。',
    planName: '矫治方案',
    instructions: '第 1 步粘接附件；第 6 步前完成邻面去釉；每副佩戴 10 天，每日不少于 22 小时。',
    deniedCase: '上颌模型缺少 17、27 远中，请重新扫描后提交。',
    requestInfo: '请补充咬合记录：下颌 37 区扫描不完整，无法确认后牙咬合。',
    answerNote: '已与患者确认，末次咬合以口内照为准，请继续设计。',
    targetRefused: '目标位前牙转矩不足，请增加 11、21 根舌向转矩后重新提交。',
    expertRefused: '第 8–14 步 13 的扭转速度超过每步 2°，请放慢并补充优化附件。',
    doctorRefused: '上中线未对齐面中线，请右移 1.0 mm，并减少下前牙邻面去釉量。',
    recallPlan: '33 缺少附件，撤回补充。',
    returnToDesign: '第 7 步 46 倒凹过深，无法热压成型，请调整。',
    batchFailed: '本批次两副在切割时撕裂，重新安排生产。',
    reportLost: '快递查询无结果，包裹疑似遗失。',
    reason: '第 12 步后 13 扭转未到位，口内牙套不贴合，申请阶段调整。',
  },
  en: {
    complaint: 'Crowded front teeth; would like them straight before her wedding.',
    info: 'Permanent dentition, straight profile, healthy periodontium; mild wear on the lower incisors.',
    rxNote: 'Please relieve the anterior crowding first and keep 11 and 21 free of attachments.',
    planName: 'Treatment plan',
    instructions: 'Bond attachments at stage 1; finish IPR before stage 6; ten days each, 22 hours a day.',
    deniedCase: 'The upper scan misses the distal half of 17 and 27. Please rescan and submit again.',
    requestInfo:
      'Please add a bite record: the lower scan misses 37, so the posterior occlusion cannot be confirmed.',
    answerNote: 'Confirmed with the patient: take the bite from the intra-oral photos.',
    targetRefused: 'Too little torque on the incisors: please add lingual root torque on 11 and 21.',
    expertRefused:
      '13 rotates faster than 2° a stage between 8 and 14. Please slow it down and add an attachment.',
    doctorRefused:
      'The upper midline is off: please move it 1.0 mm to the right and take less IPR from the lower front.',
    recallPlan: 'An attachment on 33 is missing.',
    returnToDesign: 'Stage 7 cannot be thermoformed: the undercut at 46 is too deep.',
    batchFailed: 'Two trays of the batch tore on trimming; it is made again.',
    reportLost: 'The courier cannot find the parcel.',
    reason: '13 has not derotated and the trays no longer seat: a refinement from stage 12.',
  },
};
