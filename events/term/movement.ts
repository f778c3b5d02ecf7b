/** Terms: tooth movement. */
import { parseTerms } from './table.ts';

export const movementTerms = parseTerms(
  'movement',
  `
toothMovement | 牙移动; 牙齿移动; 移动量 | tooth movement; amount of movement | 牙齿位置的改变 | A change of a tooth's position
rotation | 扭转; 牙扭转; 去扭转; 旋转 | rotation; derotation; rotated tooth; rotated teeth | 牙齿绕自身长轴转动 | A turn of a tooth about its long axis
torque | 转矩; 根转矩; 冠转矩; 转矩控制 | torque; root torque; crown torque; torque control | 牙根在唇舌向的转动 | Tipping a root towards lip or tongue
tip | 轴倾; 轴倾角; 轴倾度 | angulation; mesiodistal tip; tip angle | 牙长轴在近远中向的倾斜 | The lean of a tooth's axis along the arch
tipping | 倾斜移动; 牙齿倾斜 | tipping; tipping movement | 牙冠比牙根移动得多 | The crown moves further than the root
inclination | 倾斜度; 唇倾度; 唇舌向倾斜 | inclination; buccolingual inclination | 牙长轴在唇舌向的倾斜 | The lean of a tooth's axis towards lip or tongue
proclination | 唇倾; 前牙唇倾 | proclination; proclined incisor; flaring | 切牙向唇侧倾斜 | Incisors lean towards the lip
retroclination | 舌倾; 前牙舌倾; 内倾 | retroclination; retroclined incisor | 切牙向舌侧倾斜 | Incisors lean towards the tongue
intrusion | 压低; 压入 | intrusion; intrude | 牙齿沿长轴移入骨内 | Moving a tooth along its axis into the bone
extrusion | 伸长; 升高牙齿 | extrusion; extrude | 牙齿沿长轴移出骨外 | Moving a tooth along its axis out of the bone
distalization | 远移; 推磨牙向远中; 磨牙远移; 远中移动; 推磨牙 | distalization; distalisation; molar distalization; molar distalisation; distalize; distalise | 牙齿向远中移动 | Moving teeth backwards along the arch
mesialization | 近移; 磨牙近移; 近中移动; 磨牙前移 | mesialization; mesialisation; mesialize; mesialise; protraction | 牙齿向近中移动 | Moving teeth forwards along the arch
expansion | 扩弓; 牙弓扩大; 扩大牙弓 | arch expansion; expansion | 牙弓变宽 | Making an arch wider
constriction | 缩弓; 缩窄牙弓 | arch constriction; arch contraction | 牙弓变窄 | Making an arch narrower
retraction | 内收; 前牙内收 | retraction; anterior retraction; en masse retraction; retract | 前牙向后移动 | Moving front teeth back
alignment | 排齐; 排齐牙列 | alignment; aligning; levelling and aligning | 使牙齿排列整齐 | Bringing teeth into line
leveling | 整平; 整平牙弓; 整平Spee曲线 | levelling; leveling | 使牙弓的高低一致 | Bringing teeth to one height
bodilyMovement | 整体移动; 平移 | bodily movement; translation | 牙冠与牙根移动相同的距离 | Crown and root move equally far
rootMovement | 控根; 控根移动; 根移动 | root movement; root control; uprighting root | 以牙根移动为主 | Movement mainly of the root
uprighting | 直立; 竖直; 磨牙竖直 | uprighting; upright | 使倾斜的牙直立 | Bringing a leaning tooth upright
spaceClosure | 关闭间隙; 关缝; 关闭拔牙间隙 | space closure; closing space; close the space | 使间隙消失 | Bringing teeth together over a gap
spaceOpening | 开辟间隙; 扩展间隙; 拓展间隙 | space opening; opening space; open the space | 为牙齿创造间隙 | Making room for a tooth
spaceReserve | 预留间隙; 保留间隙; 留间隙 | reserved space; space maintenance; leave space | 为修复保留的间隙 | A gap that is kept for a restoration
biteRaising | 打开咬合; 咬合打开; 抬高咬合 | bite opening; opening the bite; bite raising | 减小覆𬌗 | Making an overbite smaller
biteJump | 咬合跳跃; 下颌前导; 跳跃咬合 | bite jump; mandibular advancement | 在方案中一次性模拟下颌位置的改变 | A change of the jaw's position shown as one step of a plan
midlineCorrection | 中线调整; 对齐中线; 调整中线 | midline correction; correcting the midline | 使上下中线一致 | Bringing the midlines together
anchorage | 支抗; 支抗控制 | anchorage; anchorage control | 抵抗不希望的牙移动的力 | What resists movement that is not wanted
anchorageLoss | 支抗丧失; 支抗丢失 | anchorage loss; loss of anchorage | 支抗牙发生了不希望的移动 | The anchor teeth moved instead
roundTripping | 往复移动; 往返移动 | round tripping; round-tripping; jiggling | 牙齿来回移动 | Moving a tooth there and back again
collision | 碰撞; 牙齿碰撞 | collision; interproximal collision | 移动中牙与牙相互重叠 | Two teeth overlap on their way
overcorrection | 过矫正; 过矫治; 过矫 | overcorrection; over-correction; overcorrect | 超过目标位的移动，以抵消表达不足 | Movement beyond the target, against what is not expressed
relapse | 复发 | relapse | 治疗后牙齿移回原位 | Teeth move back after treatment
rollerCoaster | 过山车效应 | roller coaster effect; rollercoaster effect; bowing effect | 拔牙病例中前牙舌倾、后牙前倾的弓形变形 | In extraction cases front teeth tip back and back teeth forward
lagging | 不贴合; 脱轨; 脱套; 牙齿落后 | tracking loss; off track; off-track; lagging; not tracking | 牙齿没有跟上矫治器 | A tooth does not follow its aligner
expression | 移动表达率; 表达率; 实现率 | expression rate; predictability | 实际移动占设计移动的比例 | How much of the planned movement comes true
`,
);
