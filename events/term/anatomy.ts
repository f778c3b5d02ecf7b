/** Terms: teeth, gums, bone, and directions in the mouth. */
import { parseTerms } from './table.ts';

export const anatomyTerms = parseTerms(
  'anatomy',
  `
crown | 牙冠; 临床牙冠 | crown; clinical crown | 牙齿露出牙龈、被釉质覆盖的部分 | The part of a tooth above the gum, covered by enamel
root | 牙根 | tooth root; root | 牙齿位于牙槽骨内的部分 | The part of a tooth that stands in the bone
enamel | 牙釉质; 釉质 | enamel | 覆盖牙冠的最硬组织 | The hard tissue that covers the crown
dentin | 牙本质 | dentin; dentine | 釉质下方构成牙齿主体的组织 | The tissue under the enamel that makes up most of a tooth
pulp | 牙髓 | pulp; dental pulp | 牙齿中央含神经和血管的组织 | The nerve and vessels in the middle of a tooth
cej | 釉牙骨质界 | cementoenamel junction; CEJ | 牙冠釉质与牙根牙骨质的交界线 | The line where the enamel of the crown meets the root
gingiva | 牙龈 | gingiva; gum; gingival tissue | 包绕牙颈部的软组织 | The soft tissue around the necks of the teeth
gingivalMargin | 龈缘; 牙龈缘 | gingival margin; gum line; gumline | 牙龈与牙冠相接的边缘 | The edge of the gum against the crown
papilla | 龈乳头; 牙龈乳头 | interdental papilla; papilla | 两牙之间的尖形牙龈 | The point of gum between two teeth
blackTriangle | 黑三角; 黑三角间隙 | black triangle; open gingival embrasure | 两牙邻接点下方未被龈乳头充满的空隙 | The dark gap under a contact that the gum does not fill
pdl | 牙周膜 | periodontal ligament; =PDL | 连接牙根与牙槽骨的纤维组织 | The fibres that hold a root in the bone
alveolarBone | 牙槽骨; 牙槽嵴 | alveolar bone; alveolar ridge | 容纳牙根的颌骨部分 | The part of the jaw that holds the roots
maxilla | 上颌; 上颌骨 | maxilla; upper jaw | 上方的颌骨 | The upper jaw
mandible | 下颌; 下颌骨 | mandible; lower jaw | 下方的、可活动的颌骨 | The lower jaw, which moves
upperArch | 上牙弓; 上牙列 | upper arch; upper dentition; maxillary arch | 上颌牙排列成的弧形 | The curve in which the upper teeth stand
lowerArch | 下牙弓; 下牙列 | lower arch; lower dentition; mandibular arch | 下颌牙排列成的弧形 | The curve in which the lower teeth stand
bothArches | 上下颌; 上下牙弓; 上下牙列; 双颌 | both arches; upper and lower arches; both jaws | 上颌与下颌 | The upper and the lower arch together
dentalArch | 牙弓; 牙列 | dental arch; dentition | 一颌的牙齿排列成的弧形 | The curve in which the teeth of a jaw stand
condyle | 髁突; 髁状突 | condyle; mandibular condyle | 下颌骨与颅骨相关节的突起 | The end of the lower jaw in its joint
tmj | 颞下颌关节; 颞颌关节 | temporomandibular joint; TMJ | 下颌骨与颅骨之间的关节 | The joint between lower jaw and skull
incisor | 切牙; 门牙 | incisor | 牙弓前方用于切断食物的牙，1、2 号位 | The four front teeth of an arch, positions 1 and 2
centralIncisor | 中切牙 | central incisor | 最靠近中线的切牙，1 号位 | The incisor next to the midline, position 1
lateralIncisor | 侧切牙 | lateral incisor | 中切牙旁的切牙，2 号位 | The incisor beside the central one, position 2
canine | 尖牙; 犬牙 | canine; cuspid | 3 号位的单尖牙 | The pointed tooth at position 3
premolar | 前磨牙; 双尖牙 | premolar; bicuspid | 4、5 号位的牙 | The teeth at positions 4 and 5
molar | 磨牙; 臼齿 | molar | 6 至 8 号位、用于磨碎食物的牙 | The grinding teeth at positions 6 to 8
thirdMolar | 第三磨牙; 智齿; 智牙 | third molar; wisdom tooth; wisdom teeth | 8 号位的磨牙，常阻生 | The molar at position 8, often impacted
anterior | 前牙; 前牙区; 前牙段 | anterior teeth; anterior tooth; anterior segment; front teeth | 切牙与尖牙 | Incisors and canines
posterior | 后牙; 后牙区; 后牙段 | posterior teeth; posterior tooth; posterior segment; back teeth | 前磨牙与磨牙 | Premolars and molars
deciduousTooth | 乳牙 | deciduous tooth; deciduous teeth; primary tooth; primary teeth; baby tooth; baby teeth | 儿童期的第一副牙 | A tooth of the first, the child's, set
permanentTooth | 恒牙 | permanent tooth; permanent teeth | 替换乳牙的第二副牙 | A tooth of the second, lasting set
cusp | 牙尖 | cusp; cusp tip | 牙冠咬合面上的隆起 | A raised point of a crown's biting surface
cingulum | 舌隆突; 舌面隆突 | cingulum | 前牙舌面近牙颈的隆起 | The bulge on the inner side of a front tooth
incisalEdge | 切缘; 切端 | incisal edge; incisal | 切牙用于切断的边缘 | The cutting edge of an incisor
occlusalSurface | 𬌗面; 咬合面 | occlusal surface | 后牙相互接触的面 | The surface with which back teeth meet
contactPoint | 邻接点; 接触点; 邻接; 邻接触 | contact point; proximal contact; interproximal contact | 相邻两牙相接触之处 | Where two neighbours touch
midline | 中线; 牙列中线 | midline; dental midline | 左右两侧牙列之间的线 | The line between the right and left teeth
facialMidline | 面中线; 面部中线 | facial midline | 面部左右对称的线 | The line of symmetry of the face
labial | 唇侧; 唇面 | labial; labial side | 前牙朝向嘴唇的一侧 | The side of front teeth towards the lip
buccal | 颊侧; 颊面 | buccal; buccal side | 后牙朝向面颊的一侧 | The side of back teeth towards the cheek
lingual | 舌侧; 舌面 | lingual; lingual side | 牙齿朝向舌头的一侧 | The side of teeth towards the tongue
palatal | 腭侧; 腭面 | palatal; palatal side | 上牙朝向腭的一侧 | The side of upper teeth towards the palate
mesial | 近中; 近中面 | mesial; mesially | 沿牙弓朝向中线的方向 | Towards the midline along the arch
distal | 远中; 远中面 | distal; distally | 沿牙弓远离中线的方向 | Away from the midline along the arch
frenum | 系带; 唇系带; 舌系带 | frenum; frenulum; labial frenum | 连接唇或舌与牙龈的黏膜皱襞 | The fold that ties lip or tongue to the gum
impactedTooth | 阻生牙; 埋伏牙; 阻生齿 | impacted tooth; impacted teeth; impaction | 不能萌出到位的牙 | A tooth that cannot erupt to its place
supernumerary | 多生牙; 额外牙 | supernumerary tooth; supernumerary teeth; supernumerary | 超出正常数目的牙 | A tooth above the normal number
missingTooth | 缺失牙; 缺牙; 牙缺失 | missing tooth; missing teeth | 不在牙弓内的牙 | A tooth that is not in the arch
ankylosis | 牙骨粘连; 牙固连 | ankylosis; ankylosed tooth; ankylosed teeth | 牙根与牙槽骨直接相连，无法移动 | A root grown to the bone: such a tooth does not move
rootResorption | 牙根吸收 | root resorption | 牙根变短 | A root that becomes shorter
dehiscence | 骨开裂 | dehiscence; bone dehiscence | 牙根表面自牙槽嵴顶起缺骨 | Missing bone over a root, from the ridge down
fenestration | 骨开窗 | fenestration; bone fenestration | 牙根中段表面局部缺骨 | A window of missing bone over a root
gingivalRecession | 牙龈退缩; 龈退缩 | gingival recession; gum recession | 龈缘向根方移动，牙根暴露 | The gum draws back and the root shows
`,
);
