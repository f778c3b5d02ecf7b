/** Terms: occlusion and malocclusion. */
import { parseTerms } from './table.ts';

export const occlusionTerms = parseTerms(
  'occlusion',
  `
occlusion | 咬合; 咬合关系; 𬌗关系 | occlusion; bite; occlusal relationship | 上下牙接触的方式 | How upper and lower teeth meet
malocclusion | 错𬌗畸形; 错𬌗; 错颌畸形 | malocclusion | 牙齿、牙弓或颌骨位置的异常 | Teeth, arches or jaws that stand wrongly
overjet | 覆盖; 前牙覆盖 | overjet; horizontal overlap; =OJ | 上前牙切缘在下前牙前方的水平距离 | How far the upper incisors stand in front of the lower ones
overbite | 覆𬌗; 前牙覆𬌗 | overbite; vertical overlap; =OB | 上前牙垂直盖过下前牙的距离 | How far the upper incisors cover the lower ones from above
deepOverbite | 深覆𬌗; 深咬合 | deep overbite; deep bite; deepbite | 上前牙盖过下前牙牙冠三分之一以上 | The upper incisors cover more than a third of the lower ones
deepOverjet | 深覆盖 | excessive overjet; increased overjet; deep overjet | 覆盖超过 3 mm | An overjet of more than 3 mm
openBite | 开𬌗; 前牙开𬌗; 开咬合 | open bite; openbite; anterior open bite | 上下牙在咬合时不接触 | Upper and lower teeth do not meet when biting
crossbite | 反𬌗; 前牙反𬌗; 后牙反𬌗; 地包天 | crossbite; cross-bite; anterior crossbite; posterior crossbite | 下牙咬在上牙的唇侧或颊侧 | A lower tooth bites outside an upper one
edgeToEdge | 对刃; 对刃𬌗; 切对切 | edge-to-edge bite; edge to edge | 上下切牙切缘相对 | The incisal edges meet
scissorBite | 锁𬌗; 正锁𬌗; 反锁𬌗 | scissor bite; scissors bite | 上后牙完全咬在下后牙的颊侧或舌侧 | Upper back teeth bite wholly outside or inside the lower ones
posteriorOpenBite | 后牙开𬌗; 后牙不咬 | posterior open bite; lateral open bite | 后牙在咬合时不接触 | Back teeth that do not meet
classI | 安氏I类; I类关系; 中性关系; 安氏Ⅰ类; Ⅰ类关系; 安氏一类 | Class I; Class 1; neutroclusion | 上第一磨牙近中颊尖对下第一磨牙颊沟 | The upper first molar's mesial cusp meets the lower one's groove
classII | 安氏II类; II类关系; 远中关系; 安氏Ⅱ类; Ⅱ类关系; 安氏二类 | Class II; Class 2; distoclusion | 下牙弓相对上牙弓偏远中 | The lower arch stands too far back
classIII | 安氏III类; III类关系; 近中关系; 安氏Ⅲ类; Ⅲ类关系; 安氏三类 | Class III; Class 3; mesioclusion | 下牙弓相对上牙弓偏近中 | The lower arch stands too far forward
molarRelationship | 磨牙关系 | molar relationship; molar relation | 上下第一磨牙的前后关系 | How the first molars stand to each other
canineRelationship | 尖牙关系 | canine relationship; canine relation | 上下尖牙的前后关系 | How the canines stand to each other
crowding | 拥挤; 牙列拥挤; 拥挤度 | crowding; crowded teeth | 牙弓容不下全部牙齿 | The arch has too little room for its teeth
spacing | 散隙; 牙列间隙; 牙间隙 | spacing; spaced dentition | 牙与牙之间有空隙 | Gaps between the teeth
diastema | 中缝; 正中间隙; 牙缝 | diastema; midline diastema | 两中切牙之间的间隙 | A gap between the central incisors
midlineDeviation | 中线偏斜; 中线不齐; 中线偏移 | midline deviation; midline discrepancy; midline shift | 上下中线或与面中线不一致 | The midlines do not agree with each other or the face
protrusion | 前突; 双颌前突; 牙性前突 | protrusion; bimaxillary protrusion | 前牙或颌骨过于向前 | Front teeth or jaws stand too far forward
prematureContact | 早接触; 咬合干扰; 𬌗干扰 | premature contact; occlusal interference | 先于其他牙接触的点 | A point that meets before the others
spee | Spee曲线; 司匹曲线; 纵𬌗曲线 | curve of Spee | 下牙列从侧面看的弧度 | The curve of the lower teeth seen from the side
wilson | Wilson曲线; 横𬌗曲线 | curve of Wilson | 磨牙从正面看的横向弧度 | The curve across the molars seen from the front
centricRelation | 正中关系; 正中关系位 | centric relation; =CR | 髁突在关节窝内的稳定位置 | The stable position of the condyles in their sockets
centricOcclusion | 正中𬌗; 牙尖交错位; 牙尖交错𬌗 | centric occlusion; maximum intercuspation; =MIP | 上下牙最大接触的位置 | The position in which most teeth touch
occlusalContact | 咬合接触; 咬合接触点; 咬合点 | occlusal contact | 上下牙相接触之处 | Where an upper and a lower tooth touch
occlusalPlane | 𬌗平面; 咬合平面 | occlusal plane | 通过牙齿咬合面的平面 | The plane through the biting surfaces
occlusalCant | 𬌗平面偏斜; 咬合平面偏斜 | occlusal cant; canted occlusal plane | 𬌗平面左右不等高 | The plane stands higher on one side
verticalDimension | 垂直距离; 面下高度 | vertical dimension; lower facial height | 咬合时面部下部的高度 | The height of the lower face when biting
bruxism | 磨牙症; 夜磨牙; 紧咬牙 | bruxism; tooth grinding; clenching | 无意识地磨牙或紧咬 | Grinding or clenching without knowing it
tongueThrust | 吐舌; 伸舌吞咽; 吐舌习惯 | tongue thrust; tongue thrusting | 吞咽或说话时舌头前伸顶牙 | The tongue presses against the front teeth
`,
);
