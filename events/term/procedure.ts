/** Terms: chairside procedures. */
import { parseTerms } from './table.ts';

export const procedureTerms = parseTerms(
  'procedure',
  `
ipr | 邻面去釉; 片切; 邻面片切 | interproximal reduction; IPR; interproximal enamel reduction; stripping; enameloplasty | 磨除相邻牙面少量釉质以获得间隙 | Taking a little enamel from between two teeth to gain room
extraction | 拔牙; 拔除 | extraction; tooth extraction; extract | 取出牙齿 | Taking a tooth out
bonding | 粘接; 粘附件; 粘接附件; 附件粘接 | bonding; attachment bonding; bond | 把附件或托槽粘到牙面 | Fixing attachments or brackets to teeth
rebonding | 重新粘接; 重粘; 补粘 | rebonding; rebond; re-bond | 再次粘接脱落的附件 | Bonding again what has come off
debonding | 去除附件; 拆除附件; 去附件; 拆托槽 | debonding; debond; attachment removal | 磨除附件或拆下托槽 | Taking attachments or brackets off
debonded | 附件脱落; 托槽脱落 | attachment loss; lost attachment; debonded attachment; debonded bracket | 附件或托槽掉了 | An attachment or bracket has come off
acidEtching | 酸蚀; 酸蚀剂 | etching; acid etching; etchant | 粘接前用酸处理牙面 | Roughening enamel with acid before bonding
lightCuring | 光固化 | light curing; light cure; light-cure | 用光使树脂变硬 | Hardening composite with light
composite | 复合树脂; 流动树脂; 树脂 | composite; composite resin; flowable composite | 制作附件的材料 | What attachments are made of
delivery | 初戴; 戴牙套; 佩戴指导 | aligner delivery; first fitting | 首次给患者戴上矫治器 | The visit at which aligners are first worn
recall | 复诊; 复查 | recall visit; follow-up visit; recheck; follow-up | 治疗中的检查 | A visit during the treatment
scaling | 洁治; 洗牙; 牙周洁治 | scaling; prophylaxis; teeth cleaning | 清除牙结石和菌斑 | Removing plaque and calculus
occlusalAdjustment | 调𬌗; 咬合调整 | occlusal adjustment; occlusal equilibration | 磨改咬合高点 | Grinding away points that meet too early
restoration | 修复; 修复体; 充填体 | restoration; filling | 恢复牙体的治疗或材料 | What rebuilds a tooth
veneer | 贴面; 瓷贴面 | veneer | 粘在前牙表面的薄瓷片 | A thin shell bonded to a front tooth
implant | 种植体; 种植牙 | dental implant; implant | 植入骨内的人工牙根 | An artificial root in the bone
rct | 根管治疗 | root canal treatment; endodontic treatment; =RCT | 清除牙髓并充填根管 | Cleaning and filling a root's canal
caries | 龋齿; 龋坏; 蛀牙; 龋 | caries; tooth decay; cavity | 牙体组织被细菌破坏 | Tooth tissue destroyed by bacteria
periodontitis | 牙周炎; 牙周病 | periodontitis; periodontal disease | 牙周组织的炎症，可致骨吸收 | Inflammation around the teeth with loss of bone
gingivitis | 牙龈炎; 龈炎 | gingivitis | 牙龈的炎症 | Inflammation of the gums
mobility | 松动; 松动度; 牙松动 | tooth mobility; loose tooth; loose teeth | 牙齿可晃动的程度 | How far a tooth can be rocked
trimming | 修剪; 修整边缘; 打磨 | trimming; polishing | 修改矫治器边缘 | Cutting or smoothing an aligner's edge
consent | 知情同意书; 知情同意 | informed consent; consent form | 患者了解并同意治疗的文件 | The patient's agreement, in writing
`,
);
