/** Texts that all cases of the demo share, in the case's language. Texts of single steps are in steps.ts. */

export type CaseLanguage = 'zh' | 'en';
/** A text in both languages of the demo. */
export type BilingualText = Record<CaseLanguage, string>;

type TextKey = 'complaint' | 'info' | 'planName' | 'instructions' | 'targetName' | 'targetInstructions';

export type DemoCaseTexts = Record<TextKey, string>;

export const demoCaseTexts: Record<CaseLanguage, DemoCaseTexts> = {
  zh: {
    complaint: '自觉牙齿不齐，影响美观，要求隐形矫治。',
    info: '恒牙列，面型基本对称，侧貌直面型；口腔卫生良好，牙周健康。',
    planName: '矫治方案',
    instructions: '附件与邻面去釉按方案所示步骤进行，逐步核对；每副佩戴 7 天，每日不少于 22 小时。',
    targetName: '目标位',
    targetInstructions: '请确认目标位的中线、咬合关系和牙弓形态；确认后再设计分步与附件。',
  },
  en: {
    complaint: 'Crowded front teeth; would like them straight before her wedding.',
    info: 'Permanent dentition, straight profile, healthy periodontium; mild wear on the lower incisors.',
    planName: 'Treatment plan',
    instructions:
      'Bond attachments and do IPR at the stages that the plan shows; seven days each, 22 hours a day.',
    targetName: 'Target position',
    targetInstructions:
      'Please check midline, occlusion and arch form at the goal; stages and attachments follow once it is agreed.',
  },
};
