/** Terms: diagnosis, the plan, and its steps. */
import { parseTerms } from './table.ts';

export const planningTerms = parseTerms(
  'planning',
  `
treatmentPlan | 治疗方案; 矫治方案; 治疗计划 | treatment plan; treatment planning | 治疗目标与步骤的设计 | The aims of a treatment and its steps
prescription | 处方; 矫治处方; 处方表 | prescription | 医生对方案的要求 | What the doctor asks of the plan
setup | 排牙; 虚拟排牙; 三维排牙; 目标位 | setup; virtual setup; tooth setup; target position | 在模型上把牙齿排到目标位置 | Placing the teeth of a model where they shall end
staging | 分步; 分步设计; 步骤设计 | staging | 把移动分配到各步 | How movement is spread over the steps
stage | 矫治步骤; 步骤; 步数 | treatment stage; number of stages | 一副矫治器所完成的移动 | The movement that one aligner makes
chiefComplaint | 主诉 | chief complaint | 患者就诊的主要原因 | Why the patient has come
diagnosis | 诊断 | diagnosis; diagnoses | 对问题的判断 | What is found to be wrong
treatmentGoal | 治疗目标; 矫治目标 | treatment goal; treatment objective | 治疗要达到的结果 | What the treatment shall reach
extractionCase | 拔牙病例; 拔牙矫治 | extraction case; extraction treatment | 需要拔牙的矫治 | A treatment with extractions
nonExtraction | 非拔牙; 不拔牙; 非拔牙矫治 | non-extraction; nonextraction | 不拔牙的矫治 | A treatment without extractions
bolton | Bolton指数; Bolton比; 博尔顿指数 | Bolton ratio; Bolton analysis; Bolton index | 上下牙宽度之和的比例 | The ratio of the widths of lower and upper teeth
boltonDiscrepancy | Bolton不调; 牙量不调; Bolton比不调 | Bolton discrepancy; tooth size discrepancy | 上下牙宽度不协调 | Widths of upper and lower teeth that do not fit each other
spaceAnalysis | 间隙分析 | space analysis | 比较所需间隙与可用间隙 | Room that is needed against room that there is
archWidth | 牙弓宽度; 弓宽 | arch width | 牙弓两侧对应牙之间的距离 | The distance across an arch
archForm | 弓形; 牙弓形态 | arch form; archform | 牙弓的形状 | The shape of an arch
cephalometry | 头影测量; 头影测量分析 | cephalometric analysis; cephalometry; ceph analysis | 在头颅侧位片上测量角度与距离 | Angles and distances measured on a lateral head film
anb | ANB角 | ANB angle; =ANB | 上下颌相对颅底的前后关系角 | The angle between upper and lower jaw
sna | SNA角 | SNA angle; =SNA | 上颌相对颅底的前后位置角 | How far forward the upper jaw stands
snb | SNB角 | SNB angle; =SNB | 下颌相对颅底的前后位置角 | How far forward the lower jaw stands
impa | 下中切牙-下颌平面角; IMPA角 | IMPA | 下切牙长轴与下颌平面的夹角 | The angle of the lower incisors to the lower jaw
mandiblePlane | 下颌平面角; 高角; 低角; 均角 | mandibular plane angle; high angle; low angle | 下颌平面的陡缓 | How steep the lower jaw is
skeletal | 骨性; 骨性错𬌗 | skeletal; skeletal malocclusion | 由颌骨引起的问题 | Of the jaws, not of the teeth
dental | 牙性; 牙性错𬌗 | dental malocclusion; dentoalveolar | 由牙齿位置引起的问题 | Of the teeth, not of the jaws
profile | 侧貌; 面型; 侧面型 | facial profile; soft tissue profile | 面部侧面的轮廓 | The face seen from the side
smileArc | 笑弧; 笑线; 微笑弧 | smile arc; smile line | 微笑时切缘与下唇的弧线关系 | The curve of the incisors against the lower lip
gummySmile | 露龈笑; 露龈微笑 | gummy smile | 微笑时牙龈暴露过多 | A smile that shows much gum
buccalCorridor | 颊廊; 颊旁间隙 | buccal corridor; dark corridor | 微笑时颊侧的黑色间隙 | The dark space beside the teeth in a smile
eLine | 审美平面; E线 | E-line; esthetic plane; aesthetic plane | 鼻尖与颏前点的连线 | The line from nose to chin
surgeryFirst | 正颌手术; 正畸正颌联合治疗; 正颌 | orthognathic surgery; surgical orthodontics | 改变颌骨位置的手术 | An operation that moves the jaws
camouflage | 掩饰性矫治; 代偿性矫治; 掩饰治疗 | camouflage treatment; camouflage | 以牙移动掩饰颌骨不调 | Hiding a discrepancy of the jaws by moving teeth
compensation | 牙代偿; 代偿; 去代偿 | dental compensation; decompensation | 牙齿倾斜以适应颌骨不调 | Teeth lean to make up for the jaws
interdisciplinary | 多学科治疗; 联合治疗 | interdisciplinary treatment; multidisciplinary treatment | 与修复、牙周等共同完成的治疗 | Treatment together with other fields
refinement | 精调; 精细调整; 附加矫治器; 重启 | refinement; additional aligners; mid-course correction | 重新扫描后追加的矫治器 | Aligners that are made anew after another scan
superimposition | 重叠图; 重叠对比 | superimposition; superimpose | 把两个位置叠在一起比较 | Laying two positions over each other
eruption | 萌出 | eruption; erupting | 牙齿长出牙龈 | A tooth comes through the gum
mixedDentition | 替牙期; 混合牙列 | mixed dentition | 乳牙与恒牙并存的时期 | The years with both sets of teeth
`,
);
