/** The demo's FAQ, in the order of each group. */
import type { FaqGroup } from '#events/news/kinds.ts';
import { bilingualArticle, type DemoArticle } from './article.ts';

type Pair = [question: string, answer: string];

const ask = (key: string, group: FaqGroup, en: Pair, zh: Pair): DemoArticle => ({
  key: `faq-${key}`,
  kind: 'faq',
  daysAgo: 40,
  group,
  texts: bilingualArticle(en, zh),
});

export const faqArticles: readonly DemoArticle[] = [
  ask(
    'needed',
    'submitting',
    [
      'What does a case need before it can be submitted?',
      `
- Patient, diagnosis and prescription, and the tooth markers confirmed.
- **Eight photos**: three of the face, five in the mouth.
- **One radiograph** at least: panoramic or lateral.
- **Models** of the arches that are treated, as STL; or a courier and a tracking number where plaster models are sent.

What is still missing stands beside the steps of the case, each with a link to its place. How the photos are taken: see the [Institute](/institute).
`,
    ],
    [
      '提交病例前需要准备哪些资料？',
      `
- 患者信息、诊断与处方，并确认牙位标记。
- **八张照片**：面像三张，口内照五张。
- **至少一张影像**：全景片或头颅侧位片。
- 治疗牙弓的 **STL 模型**；寄送石膏模型时，填写快递公司与运单号。

尚缺的内容会列在病例步骤旁，点击即可跳转填写。照片拍摄方法见[学院](/institute)。
`,
    ],
  ),
  ask(
    'draft',
    'submitting',
    [
      'Is my work lost when I close the page half way?',
      'No. A draft saves itself while you write, and the workbench lists it under **To submit**. If the network is away, this browser keeps what you typed and sends it as soon as it can. Nothing reaches the laboratory before you press **Submit**.',
    ],
    [
      '填写到一半关闭页面，内容会丢失吗？',
      '不会。草稿在填写过程中自动保存，可在工作台的**待提交**中找到。断网时内容会暂存在本浏览器，恢复网络后自动上传。点击**提交**之前，加工中心不会收到任何内容。',
    ],
  ),
  ask(
    'withdraw',
    'submitting',
    [
      'I have submitted a case and found a mistake. What now?',
      'As long as the case has not been accepted, open it and choose **Withdraw**: it becomes a draft again. Afterwards write to the service desk with the case ID and what is to be changed, so that the technician knows before the plan is made.',
    ],
    [
      '病例提交后发现填写有误，怎么办？',
      '病例尚未接收时，打开病例并选择**撤回**，即可恢复为草稿修改。接收之后请联系技术客服，说明病例号与需要修改的内容，以便技师在设计前知悉。',
    ],
  ),
  ask(
    'formats',
    'scanning',
    [
      'Which file formats can be uploaded, and how large may they be?',
      `
| What | Formats | Largest |
|---|---|--:|
| Models | STL; PLY and OBJ are turned into STL on the page | 200 MB |
| Photos, radiographs | JPG, PNG, BMP, TIFF | 20 MB |
| Other files | zip, rar, 7z, tar.gz | 200 MB |

An upload that breaks off goes on where it stopped.
`,
    ],
    [
      '支持哪些文件格式？大小有何限制？',
      `
| 内容 | 格式 | 上限 |
|---|---|--:|
| 模型 | STL；PLY、OBJ 会在页面中转换为 STL | 200 MB |
| 照片、影像 | JPG、PNG、BMP、TIFF | 20 MB |
| 其他资料 | zip、rar、7z、tar.gz | 200 MB |

上传中断后可从断点继续。
`,
    ],
  ),
  ask(
    'refused-model',
    'scanning',
    [
      'My model was refused. How do I find out why?',
      'The case says so under **Action required**, with the model and the reason: for example that it is in inches, breaks off, or has its surface inside out. Export it again in millimetres and replace it in the same place; then send your answer. See also *From scan to model* in the [Institute](/institute).',
    ],
    [
      '模型被退回，如何查看原因？',
      '病例状态变为**待处理**，并注明是哪个模型及原因，例如单位为英寸、文件不完整或表面方向反转。请以毫米为单位重新导出，在原位置替换后提交回复。另见[学院](/institute)中的《从口扫到模型》。',
    ],
  ),
  ask(
    'plaster',
    'scanning',
    [
      'Can I send plaster models or impressions instead of a scan?',
      'Yes. In the last step of the case choose a courier and enter the tracking number instead of uploading models. The laboratory scans what arrives and attaches the models to the case; you are told when that is done. Write the case ID on the parcel.',
    ],
    [
      '没有口扫仪，可以寄送石膏模型吗？',
      '可以。在病例的最后一步选择快递公司并填写运单号，无需上传模型。加工中心收到后进行扫描并关联到病例，完成后会通知您。请在包裹上注明病例号。',
    ],
  ),
  ask(
    'approve',
    'plan',
    [
      'What does it mean to approve a plan?',
      'You approve exactly the version that is on your screen: its stages, attachments and IPR. Production begins from that version and from no other. If something is to be different, return the plan with your comments; they stay on the tooth and the stage that they speak of.',
    ],
    [
      '确认方案意味着什么？',
      '您确认的是当前显示的这一版本，包括分步、附件与邻面去釉，生产仅以该版本为准。如需修改，请退回方案并附上批注，批注会保留在对应的牙位与步骤上。',
    ],
  ),
  ask(
    'show-patient',
    'plan',
    [
      'How do I show a plan to my patient?',
      'Open the case, choose **Share**, and make a link for the patient. It shows how the teeth move, without numbers and without a name, and closes after the days that you choose (seven, unless you say otherwise). You can take it back at any time.',
    ],
    [
      '如何让患者查看方案？',
      '打开病例并选择**分享**，为患者生成链接。患者可看到牙齿移动过程，不显示数值与姓名；链接在您设定的天数后失效（默认七天），也可随时撤回。',
    ],
  ),
  ask(
    'shipping',
    'production',
    [
      'How do I follow production and shipping?',
      'The case shows each batch: when it went into production, when it was sent, the courier and the tracking number. When the parcel is there, press **Confirm receipt**; the wear record can begin from then on.',
    ],
    [
      '如何查看生产与发货进度？',
      '病例中按批次显示生产时间、发货时间、快递公司与运单号。收到包裹后请点击**确认收货**，之后即可开始佩戴记录。',
    ],
  ),
  ask(
    'hours',
    'wear',
    [
      'How many hours a day are aligners worn?',
      'As a rule about **22 hours a day**: they come out for eating, for drinks other than water, and for brushing. The days for each aligner are yours to set in the wear record. A patient who wears them less than that should not change on the planned day; let the aligner seat first.',
    ],
    [
      '矫治器每天需要佩戴多长时间？',
      '一般每天约 **22 小时**，进食、饮用除水以外的饮料以及刷牙时取下。每副佩戴天数由您在佩戴记录中设定。佩戴时间不足时不应按原定日期更换，待矫治器完全贴合后再换下一副。',
    ],
  ),
  ask(
    'lost',
    'wear',
    [
      'An aligner is lost or broken. What should the patient do?',
      `
1. Tell the clinic: on the patient’s own page, or by telephone. Until then wear the **previous** aligner, so that nothing moves back.
2. The clinic decides whether the patient goes on with the next one. Near the planned change and with a good fit that is often possible.
3. Where it is not, order the aligner again in the case: it is made from the approved plan.
`,
    ],
    [
      '矫治器丢失或损坏怎么办？',
      `
1. 通过患者页面或电话告知诊所。在此之前佩戴**上一副**，防止牙齿回移。
2. 由医生判断能否直接佩戴下一副：接近更换日且贴合良好时通常可以。
3. 若不可以，请在病例中申请补做，加工中心将按已确认的方案制作。
`,
    ],
  ),
  ask(
    'not-seating',
    'wear',
    [
      'An aligner does not seat. Go back, or wait?',
      'A gap of up to about 0.5 mm at the edge of an incisor usually closes with a few more days and chewies. Check the contacts with floss: IPR that was not done in full is the commonest cause. With a larger gap, or where an attachment has come off, go back to the last aligner that fits, bond the attachment again, and note it in the case. If the tooth does not catch up, ask for a refinement.',
    ],
    [
      '矫治器不贴合，退回还是继续？',
      '切端间隙在 0.5 mm 以内时，延长数日并配合咬胶通常可以贴合。先用牙线检查接触区：去釉不足是最常见的原因。间隙较大或附件脱落时，退回到最后一副贴合的矫治器，重新粘接附件并在病例中记录。若牙齿仍未到位，请申请阶段调整。',
    ],
  ),
  ask(
    'surcharge',
    'payment',
    [
      'What costs extra in a lingual case?',
      'Up to **five archwire sets** that you choose yourself are included. From the sixth on the order form tells that there is a surcharge, and asks you to accept it before the case can be submitted. The amount is on your price list; the service desk tells you if you do not have it at hand.',
    ],
    [
      '舌侧矫治病例有哪些额外费用？',
      '自选弓丝包含 **5 套**。从第 6 套起，订单会提示加收费用，并需您确认后才能提交。具体金额以价目表为准，也可咨询技术客服。',
    ],
  ),
  ask(
    'password',
    'account',
    [
      'I have forgotten my password, or my account is locked',
      'After five wrong passwords an account rests for 15 minutes; then you can try again. If you do not know the password any more, contact the service desk on working days from 9:00 to 18:00: after a check of who you are you get a new one.',
    ],
    [
      '忘记密码或账号被锁定怎么办？',
      '连续五次输错密码后，账号将暂停登录 15 分钟，之后可重新尝试。若已忘记密码，请在工作日 9:00–18:00 联系技术客服，核实身份后重置。',
    ],
  ),
  ask(
    'assistant',
    'account',
    [
      'Can my assistant work on my cases?',
      'Yes, with an account of their own: assistants see and edit the cases of the doctors whom they serve, and each step is recorded under the name of whoever took it. Please do not share a password. Ask the service desk to set the account up; tell it which doctors the assistant works for.',
    ],
    [
      '助理可以处理我的病例吗？',
      '可以，助理使用自己的账号即可查看并编辑所服务医生的病例，每一步操作都会记录在操作人名下。请勿共用密码。开通请联系技术客服，并说明该助理服务于哪些医生。',
    ],
  ),
];
