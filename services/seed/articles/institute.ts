/** The demo's institute articles: technique, following practice and textbooks. */
import { bilingualArticle, type DemoArticle, picturePlaceholderOf } from './article.ts';

export const instituteArticles: readonly DemoArticle[] = [
  {
    key: 'photo-protocol',
    kind: 'institute',
    daysAgo: 30,
    texts: bilingualArticle(
      [
        'Eight photos that a plan can be made from',
        `
A technician sees the patient only through your records. These eight photos take about five minutes with two people, and they are the ones that a case needs before it can be submitted.

## The set

| Photo | What it has to show |
|---|---|
| Frontal, at rest | Lips relaxed, interpupillary line level, both ears equally visible |
| Frontal, smiling | A natural full smile: incisor display, smile arc, midlines |
| Profile | From the right, Frankfort plane level, lips relaxed |
| Intraoral right, frontal, left | Teeth in maximum intercuspation, occlusal plane level |
| Occlusal upper, lower | The whole arch with the distal of the last molar |

## Camera

- Macro lens of about 100 mm, ring or twin flash.
- Intraoral: f/22 to f/32, so that incisors and molars are both sharp. Face: f/8 to f/11.
- Fix the magnification and move the camera, instead of using autofocus to zoom. Photos of two visits can then be compared.

## Intraoral views

![Frontal view in occlusion: the occlusal plane is level and the midlines are in the centre](${picturePlaceholderOf('mouth-frontal')})

1. Retract **outwards and slightly forwards**, so that lips and cheeks leave the teeth and the buccal corridor is open.
2. Dry the teeth, and have the patient swallow before the exposure.
3. Aim at the contact of the central incisors for the frontal view, at the premolars for the lateral ones. The camera is perpendicular to the buccal surface: an oblique lateral view shows every molar as Class II.
4. Check that the patient bites in maximum intercuspation. If there is a shift between first contact and intercuspation, say so in the diagnosis.

## Occlusal views

![Occlusal view of an upper arch, taken over a mirror and turned](${picturePlaceholderOf('mouth-upper')})

Use a mirror that was warmed in water, at 45° to the arch, and photograph what stands in the mirror, not the teeth themselves. Turn the picture so that the incisors point upwards, and mirror it back.

## Before the patient leaves

Look at each photo at full size. The four faults that most often send a case back: the second molar is cut off, the occlusal plane is tilted, saliva hides the gingival margin, and the teeth are not in occlusion.
`,
      ],
      [
        '八张标准照片的拍摄要点',
        `
技师只能通过您提供的资料了解患者。以下八张照片由两人配合约五分钟即可完成，也是提交病例前必须上传的照片。

## 照片清单

| 照片 | 应显示的内容 |
|---|---|
| 正面像 | 唇部放松，瞳孔连线水平，双耳显露对称 |
| 正面微笑像 | 自然大笑：切牙显露量、笑弧与中线 |
| 侧面像 | 右侧面，眶耳平面水平，唇部放松 |
| 口内右侧、正面、左侧 | 牙尖交错位，𬌗平面水平 |
| 上、下牙弓𬌗面 | 完整牙弓，包含末位磨牙远中面 |

## 相机设置

- 约 100 mm 微距镜头，环形或双头闪光灯。
- 口内照光圈 f/22～f/32，保证切牙与磨牙均清晰；面像 f/8～f/11。
- 固定放大倍率，通过前后移动相机对焦，不同复诊的照片才具有可比性。

## 口内咬合像

![口内正面咬合像：𬌗平面水平，中线居中](${picturePlaceholderOf('mouth-frontal')})

1. 拉钩**向外并略向前**牵拉，使唇颊离开牙面，充分显露颊廊。
2. 吹干牙面，拍摄前请患者吞咽唾液。
3. 正面像对准中切牙接触点，侧面像对准前磨牙。镜头应垂直于颊面，斜向拍摄会使磨牙关系看起来偏远中。
4. 确认患者咬在牙尖交错位。若初始接触与牙尖交错位之间存在滑动，请在诊断中注明。

## 𬌗面像

![上颌𬌗面像，经反光板拍摄并翻转](${picturePlaceholderOf('mouth-upper')})

反光板先用温水加热防雾，与牙弓约成 45°，对准反光板内的影像拍摄，而不是直接拍摄牙齿。拍摄后旋转照片使切牙朝上，并做镜像翻转。

## 患者离开前

逐张放大检查。最常导致退回的四种情况：第二磨牙未拍全、𬌗平面倾斜、唾液遮挡龈缘、未处于咬合状态。
`,
      ],
    ),
  },
  {
    key: 'ipr-technique',
    kind: 'institute',
    daysAgo: 21,
    texts: bilingualArticle(
      [
        'IPR: as much as planned, where it is planned',
        `
Interproximal reduction gains space, corrects a tooth-size discrepancy and flattens contacts against black triangles. The plan states the contact, the amount and the aligner before which it is done. What the plan cannot see is the enamel: the decision stays with you.

## How much

A widely used rule is to remove **no more than half of the proximal enamel**. In everyday numbers, per contact (both surfaces together):

| Contact | Usual upper limit |
|---|--:|
| Lower incisors | 0.3 mm |
| Upper incisors, canines | 0.4 mm |
| Premolars, molars | 0.5 mm |

Stay below it on small or triangular crowns, on teeth with thin enamel or hypersensitivity, and where caries risk is high. Restorations are measured differently: note them before the plan is made.

## Step by step

1. **Wait until the contact is straight.** Reducing a rotated contact takes enamel from the wrong place. Plans therefore put IPR of crowded incisors a few stages later.
2. Measure the contact with a gauge before you begin.
3. Begin with the finest strip that passes. Discs only where vision and retraction are safe, with water and a guard for lip and papilla.
4. Work parallel to the long axis. The commonest fault is a step at the gingival end, which no aligner fits.
5. Measure with the gauge after every few strokes. The gauge passes with light resistance when the amount is reached.
6. Round the edges, polish with fine strips, rinse, and apply fluoride.

## Record it

Note what was really done, contact by contact, in the chairside log (**Process control**, **Add visit**). The next version of the plan then begins with the space that exists. IPR that was planned and not done is the most frequent reason for aligners that stop seating between canine and canine.

## When an aligner no longer seats

Check the contacts with floss before you go back. A tight contact where IPR was planned is opened to the planned amount; a contact that is open already must not be reduced again.
`,
      ],
      [
        '邻面去釉：按方案的部位与量操作',
        `
邻面去釉（IPR）用于获得间隙、协调牙量不调，以及改善接触区形态、减少黑三角。方案会注明去釉部位、去釉量以及在第几副之前完成。方案无法判断釉质厚度，最终由您决定。

## 去釉量

通常的原则是**不超过邻面釉质厚度的一半**。每个接触区（两侧牙面合计）的常用上限：

| 接触区 | 常用上限 |
|---|--:|
| 下颌切牙 | 0.3 mm |
| 上颌切牙、尖牙 | 0.4 mm |
| 前磨牙、磨牙 | 0.5 mm |

牙冠小或呈三角形、釉质薄、牙本质敏感或龋风险高者应更保守。有修复体的邻面另行评估，请在设计前注明。

## 操作步骤

1. **等接触区排齐后再做。** 在扭转的接触区去釉会磨错部位，因此方案通常将拥挤切牙的去釉安排在数步之后。
2. 操作前用测量规测量接触区。
3. 从能通过的最薄砂条开始。仅在视野与牵拉安全时使用片切盘，注意喷水冷却并保护唇部与龈乳头。
4. 沿牙长轴方向操作。最常见的错误是在龈端形成台阶，矫治器无法贴合。
5. 每操作数次即用测量规复测，测量规通过时略有阻力即为到位。
6. 修整边缘外形，用细砂条抛光，冲洗后涂氟。

## 做好记录

在椅旁记录（**过程监控**中的**登记复诊**）中逐个接触区填写实际去釉量，下一版方案将以实际间隙为起点。方案要求而未完成的去釉，是尖牙之间矫治器不贴合的最常见原因。

## 矫治器不贴合时

退回上一副之前，先用牙线检查接触区。要求去釉而接触仍紧的，补做至方案量；已经松开的接触区不得再次去釉。
`,
      ],
    ),
  },
  {
    key: 'scan-tips',
    kind: 'institute',
    daysAgo: 9,
    texts: bilingualArticle(
      [
        'From scan to model: what makes an STL usable',
        `
Aligners fit as well as the model that they are made on. Most scans that come back fail for one of five reasons, and all of them can be seen before the patient has left the chair.

## Before you scan

- Remove plaque and calculus; postpone the scan if gums bleed.
- Finish restorations first. A filling or crown that is made after the scan changes the fit.
- Take off removable retainers an hour before. Remove old attachments unless the plan builds on them.

## Scan path

1. Occlusal surfaces of one arch, from the last molar to the last molar, without a stop.
2. Back along the lingual side, tilted by 45°.
3. Along the buccal side, with the incisors scanned from labial to lingual in short S-curves. Long straight passes over incisors let the arch twist.
4. The same for the other arch, then the bite from both sides in maximum intercuspation.

Keep the field dry and the cheek away: moving soft tissue is what the software stitches wrongly.

## Check on the screen

| Look at | It should be |
|---|---|
| Distal of the last molar | Closed, with a margin of gum |
| Gingival margin | 2 to 3 mm of attached gum all around, buccal and lingual |
| Contacts | Separate crowns, no web across the embrasure |
| Incisal edges | Sharp, not doubled |
| Bite | Even contacts; no arch sinks into the other |

Rescan a hole instead of closing it in the software: what the software fills in was never measured.

## Export

- One **STL per arch** and one for the bite, in millimetres, both arches in the same coordinates so that the bite is kept.
- PLY and OBJ are accepted as well; the page turns them into STL before they are sent.
- Up to 200 MB per model. If yours is larger, choose the scanner’s standard resolution: the finest one adds nothing that an aligner shows.

The page examines each model while you wait. It says, in plain words, when a model breaks off, is in another unit, or has its surface turned inside out, so that you can export it again at once.
`,
      ],
      [
        '从口扫到模型：怎样的 STL 才可用',
        `
矫治器的贴合度取决于模型的质量。被退回的口扫大多出于五类原因，而这些问题在患者离开牙椅之前都能发现。

## 扫描前

- 清除菌斑与牙石，牙龈出血时推迟扫描。
- 先完成充填与修复，扫描后再做的修复体会影响贴合。
- 提前一小时取下活动保持器；除非方案需要沿用，应先去除旧附件。

## 扫描路径

1. 先扫一侧牙弓的𬌗面，从一侧末位磨牙到另一侧，不中断。
2. 镜头倾斜 45°，沿舌侧返回。
3. 再扫颊侧；切牙区以短 S 形在唇舌侧之间往返。长距离直线扫过切牙易使牙弓扭曲。
4. 同样方法扫描对颌，最后在牙尖交错位扫描两侧咬合。

保持术区干燥，牵开颊部：移动的软组织最容易造成拼接错误。

## 屏幕检查

| 检查部位 | 要求 |
|---|---|
| 末位磨牙远中面 | 完整封闭，带有牙龈边缘 |
| 龈缘 | 颊舌侧均包含 2～3 mm 附着龈 |
| 接触区 | 牙冠分离，外展隙内无粘连 |
| 切缘 | 清晰，无重影 |
| 咬合 | 接触均匀，上下牙弓无穿插 |

出现孔洞应重新扫描，不要用软件补洞：软件填补的部分并非实测数据。

## 导出

- **上下颌各一个 STL**，另加一个咬合记录，单位为毫米；上下颌使用同一坐标系，以保留咬合关系。
- 也支持 PLY 与 OBJ，页面会在上传前转换为 STL。
- 每个模型不超过 200 MB。若超出，请选择扫描仪的标准精度，最高精度对矫治器并无增益。

上传时页面会即时检查模型：文件不完整、单位不符或表面方向反转都会直接提示，便于您当场重新导出。
`,
      ],
    ),
  },
];
