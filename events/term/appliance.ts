/** Terms: appliances worn or bonded, and their parts. */
import { parseTerms } from './table.ts';

export const applianceTerms = parseTerms(
  'appliance',
  `
aligner | 矫治器; 隐形矫治器; 牙套; 隐形牙套; 透明牙套 | aligner; clear aligner | 可摘的透明牙套，逐步移动牙齿 | A clear tray, taken out to eat, that moves teeth step by step
attachment | 附件 | attachment | 粘在牙面上、让矫治器得以施力的树脂块 | A bump of composite bonded to a tooth so that the aligner can grip it
optimizedAttachment | 优化附件 | optimized attachment; optimised attachment | 按该牙移动单独设计形状的附件 | An attachment shaped for one tooth's movement
rectangularAttachment | 矩形附件 | rectangular attachment | 矩形的附件，用于控根和固位 | A rectangular attachment, for roots and hold
verticalAttachment | 垂直矩形附件; 竖直附件 | vertical attachment; vertical rectangular attachment | 长轴与牙长轴平行的矩形附件 | A rectangular attachment along the tooth's axis
horizontalAttachment | 水平矩形附件; 水平附件 | horizontal attachment; horizontal rectangular attachment | 长轴与牙长轴垂直的矩形附件 | A rectangular attachment across the tooth's axis
ellipsoidAttachment | 椭圆附件; 椭圆形附件 | ellipsoid attachment; ellipsoidal attachment | 椭圆形的附件 | An attachment of elliptical shape
beveledAttachment | 斜面附件; 楔形附件 | beveled attachment; bevelled attachment | 带斜面的附件，斜面引导受力方向 | An attachment with a slope that guides the force
powerRidge | 压力嵴; 转矩嵴 | power ridge; pressure ridge | 矫治器近龈缘的内凹，用于前牙转矩 | A ridge of the aligner at the gum, for torque of incisors
biteRamp | 咬合导板; 平导; 前牙平导; 舌侧平导 | bite ramp; bite plate; bite turbo | 上前牙舌侧的平台，打开咬合用 | A platform behind the upper incisors that opens the bite
precisionCut | 精密切割 | precision cut | 矫治器上供牵引用的切口 | A cut in the aligner for elastics
hook | 牵引钩; 牵引钩切口; 拉钩 | hook; hook cut; elastic hook | 挂橡皮圈的钩 | What an elastic hangs on
buttonCut | 开窗; 扣切口; 让位切口 | button cutout; button cut-out; button cut; cutout | 为舌侧扣让位的切口 | A cut that leaves room for a button
button | 舌侧扣; 舌钮; 牵引扣 | bonded button; lingual button | 粘在牙面上挂橡皮圈的小扣 | A knob bonded to a tooth for an elastic
elastic | 橡皮圈; 皮筋; 牵引圈; 橡皮筋 | elastic; elastics; rubber band | 在牵引钩之间施力的橡胶圈 | A rubber ring that pulls between two hooks
classIIElastics | II类牵引; Ⅱ类牵引; 二类牵引 | Class II elastics; Class 2 elastics; Class II elastic | 上颌前方至下颌后方的牵引 | Elastics from the front of the upper to the back of the lower arch
classIIIElastics | III类牵引; Ⅲ类牵引; 三类牵引 | Class III elastics; Class 3 elastics; Class III elastic | 下颌前方至上颌后方的牵引 | Elastics from the front of the lower to the back of the upper arch
verticalElastics | 垂直牵引 | vertical elastics; vertical elastic | 上下牙之间的竖直牵引 | Elastics straight between upper and lower teeth
crossElastics | 交互牵引; 交叉牵引 | cross elastics; crossbite elastics; criss-cross elastics | 一颌舌侧至对颌颊侧的牵引 | Elastics from the inside of one arch to the outside of the other
intermaxillaryTraction | 颌间牵引; 牵引 | intermaxillary elastics; intermaxillary traction; traction | 上下颌之间的牵引 | Pulling between the two arches
miniscrew | 支抗钉; 微种植钉; 微种植体支抗; 种植支抗 | miniscrew; mini-screw; temporary anchorage device; =TAD; =TADs; mini-implant | 拧入骨内作支抗的小螺钉 | A small screw in the bone used as anchorage
bracket | 托槽 | bracket | 粘在牙面上容纳弓丝的装置 | What is bonded to a tooth and holds the archwire
lingualBracket | 舌侧托槽 | lingual bracket | 粘在牙齿舌面的托槽 | A bracket on the inner side of a tooth
lingualAppliance | 舌侧矫治器; 舌侧矫治 | lingual appliance; lingual orthodontics; lingual braces | 装在牙齿舌面的固定矫治器 | A fixed appliance on the inner sides of the teeth
fixedAppliance | 固定矫治器; 固定矫治; 钢牙套 | fixed appliance; braces; fixed orthodontics | 粘在牙上、患者不能自行取下的矫治器 | An appliance that is bonded and not taken out
archwire | 弓丝 | archwire; arch wire | 穿过托槽、带动牙齿的金属丝 | The wire through the brackets that moves the teeth
nitiWire | 镍钛丝; 镍钛弓丝; 热激活镍钛丝 | nickel-titanium wire; NiTi wire; =NiTi | 柔软而有超弹性的弓丝，用于排齐 | A soft, springy wire for aligning
steelWire | 不锈钢丝; 不锈钢弓丝; 钢丝 | stainless steel wire; steel wire; SS wire | 较硬的弓丝，用于关闭间隙 | A stiff wire for closing spaces
tmaWire | TMA丝; β钛丝 | TMA wire; beta-titanium wire; beta titanium wire | 硬度居中的弓丝 | A wire of medium stiffness
slot | 槽沟 | bracket slot | 托槽容纳弓丝的沟 | The groove of a bracket that takes the wire
ligature | 结扎; 结扎丝; 结扎圈 | ligature; ligation; ligature tie | 将弓丝固定在托槽内 | What ties the wire into the bracket
powerChain | 链状橡皮圈; 链圈; 皮链 | power chain; elastomeric chain | 连续的橡皮圈，用于关闭间隙 | A chain of rings that closes spaces
buccalTube | 颊管; 颊面管 | buccal tube | 粘在磨牙颊面容纳弓丝末端的管 | The tube on a molar that takes the wire's end
molarBand | 带环; 磨牙带环 | molar band; orthodontic band | 套在磨牙上的金属环 | A metal ring around a molar
transpalatalArch | 横腭杆; 腭杆 | transpalatal arch; TPA | 横跨腭部连接两侧磨牙的金属杆 | A bar across the palate between the molars
expander | 扩弓器; 扩大器; 快速扩弓器 | expander; palatal expander; RPE | 使上牙弓变宽的装置 | A device that widens the upper arch
retainer | 保持器 | retainer | 矫治后维持牙齿位置的装置 | What keeps teeth where they are after treatment
hawley | 哈雷保持器; Hawley保持器; 霍利保持器 | Hawley retainer | 带唇弓的可摘保持器 | A removable retainer with a labial wire
vacuumRetainer | 压膜保持器; 透明保持器; 真空成型保持器 | vacuum-formed retainer; clear retainer; Essix retainer | 热压成型的透明保持器 | A clear retainer pressed over a model
fixedRetainer | 固定保持器; 舌侧保持丝; 舌侧固定保持 | fixed retainer; bonded retainer; lingual retainer | 粘在前牙舌面的保持丝 | A wire bonded behind the front teeth
pontic | 假牙位; 桥体; 假牙 | pontic | 矫治器内填充缺牙间隙的假牙 | A tooth shape that fills a gap in the aligner
eruptionTab | 萌出补偿; 萌出帽 | eruption compensation; eruption tab | 为正在萌出的牙预留的空间 | Room in the aligner for a tooth that is erupting
template | 附件模板; 粘接模板; 模板 | attachment template; bonding template | 用于粘接附件的薄牙套 | A thin tray for bonding attachments
chewie | 咬胶 | chewie; chewies; aligner chewie | 帮助矫治器就位的软棒 | A soft roll to bite on so that aligners seat
`,
);
