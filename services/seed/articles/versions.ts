/** The demo's version log, and the program offered for download. */
import { bilingualArticle, type DemoArticle } from './article.ts';

/** The program that reads a case's archive (services/archive). */
export const archiveReaderFileName = 'read-archive.mjs';

export const versionArticles: readonly DemoArticle[] = [
  {
    key: 'version-0.1',
    kind: 'version',
    daysAgo: 2,
    version: '0.1',
    texts: bilingualArticle(
      [
        'One case, live from the first click to completion',
        `
- One case from the first click to completion, live on every screen.
- Clear-aligner cases: patient, diagnosis, prescription, tooth markers, files.
- Lingual cases: setup, brackets, torque, archwires and transfer.
- Review of plans and target positions, production, shipping, messages.
- Wear calendar, the patient’s own page, replacement trays, retainers.
- Tracking numbers can be corrected; one that is in use is asked about.
`,
      ],
      [
        '一个病例，从新建到完成全程实时',
        `
- 一个病例从新建到完成，所有页面实时更新。
- 隐形矫治病例：患者、诊断、处方、牙位标记与资料上传。
- 舌侧矫治病例：排牙、托槽、转矩、弓丝与转移托盘。
- 方案与目标位审核、生产、发货与消息。
- 佩戴日历、患者页面、补做牙套与保持器。
- 运单号可更正；填写的运单号已在使用时会提示核对。
`,
      ],
    ),
  },
];

export const downloadArticles: readonly DemoArticle[] = [
  {
    key: 'record-reader',
    kind: 'download',
    daysAgo: 12,
    version: '1.0',
    platform: 'any',
    download: archiveReaderFileName,
    texts: bilingualArticle(
      [
        'Case record checker',
        `
Reads a case’s whole record, which every case offers as a zip, with nothing of the platform: it compares each file’s size and SHA-256 with the record’s own list, and says whether an event or a file is missing. Needs Node.js 22 or newer; run \`node read-archive.mjs case.zip\`.
`,
      ],
      [
        '病例档案校验工具',
        `
脱离平台独立读取病例的完整档案（每个病例均可导出为 zip）：逐一核对文件大小与 SHA-256，并检查是否缺少事件或文件。需要 Node.js 22 或更高版本，运行 \`node read-archive.mjs case.zip\`。
`,
      ],
    ),
  },
];
