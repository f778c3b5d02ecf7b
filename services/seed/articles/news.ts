/** The demo's news: new features of the product. */
import { bilingualArticle, type DemoArticle } from './article.ts';

export const newsArticles: readonly DemoArticle[] = [
  {
    key: 'patient-page',
    kind: 'news',
    daysAgo: 4,
    texts: bilingualArticle(
      [
        'Your patients get a page of their own',
        `
Every case whose wear record has begun can now have a page for the patient. Open the case, choose **Share**, then **Patient’s own page**, and hand on the link or the QR code.

## What the patient sees

- Which aligner is worn today, and the day of the next change.
- What to do when an aligner is lost or breaks, with a form that tells the clinic at once.
- How far the treatment has come.

There is no name on the page, and no plan. It opens without an account, in the language that you choose for the link.

## It works without a network

A phone that has opened the page once keeps it. In a lift, on a plane or abroad the day’s aligner is still there; what the patient reports goes out as soon as there is a connection.

The link can be taken back at any time, and closes within seconds.
`,
      ],
      [
        '患者页面上线',
        `
已开始佩戴记录的病例，现在可以为患者生成专属的页面。打开病例，选择**分享**，再选择**患者页面**，将链接或二维码发给患者即可。

## 患者能看到什么

- 今天佩戴第几副，下一次更换在哪一天。
- 矫治器丢失或损坏时如何处理，并可直接告知诊所。
- 治疗进行到哪一步。

页面上不显示姓名，也不显示方案。无需账号即可打开，语言由您在生成链接时选择。

## 离线可用

手机打开过一次后，页面即保存在本机。没有网络时仍可查看当天佩戴的矫治器，患者提交的内容会在恢复网络后自动发出。

链接可随时撤回，数秒内失效。
`,
      ],
    ),
  },
  {
    key: 'live-review',
    kind: 'news',
    daysAgo: 17,
    texts: bilingualArticle(
      [
        'Review a plan together, each from your own chair',
        `
Doctor and technician can now look at the same plan at the same time. Whoever is in the review stands in the bar above it; with one press you follow somebody’s view, and with another you look around by yourself again.

- Comments are pinned to a tooth and a stage, and stay with the version that they were made of.
- A change can be asked for as a number: which tooth, which direction, how much. When the next version arrives, the review shows whether it was followed.
- An approval names the very version that was on screen. If a newer one arrives in between, you are told before anything is approved.

You will find it under **Review** in every case that waits for your approval.
`,
      ],
      [
        '方案审核支持多人同步查看',
        `
医生与技师现在可以同时查看同一份方案。正在查看的人会显示在上方；点击一次即可跟随对方的视角，再点击一次恢复自由查看。

- 批注固定在具体牙位与步骤上，并保留在对应的方案版本中。
- 修改意见可以写成数值：哪颗牙、什么方向、移动多少。新版本提交后，系统会显示是否已按要求修改。
- 批准时锁定当前显示的版本。若期间有新版本提交，系统会先提示，再由您决定。

在等待您确认的病例中，点击**审核**即可使用。
`,
      ],
    ),
  },
  {
    key: 'help-and-institute',
    kind: 'news',
    daysAgo: 1,
    texts: bilingualArticle(
      [
        'Help, institute and news are open',
        `
Three new places stand in the bar at the top of every page:

- **Help** answers what the service desk is asked most. Search works in both languages, by Chinese characters and by pinyin. Where no answer fits, one press hands your question to the service desk.
- **Institute** collects technique: how records are taken so that a case is not sent back, how IPR is done and recorded, how a scan becomes a usable model. The first three articles are there.
- **News** is where you are reading.

Is there a question that ought to stand in Help, or a subject for the institute? Tell the [service desk](/support).
`,
      ],
      [
        '帮助、学院与资讯栏目开放',
        `
每个页面顶部新增三个栏目：

- **帮助**：收录技术客服最常被问到的问题。支持中英文、汉字与拼音搜索；没有合适的解答时，可一键将问题发送给客服。
- **学院**：临床技术资料，包括如何采集资料避免退回、邻面去釉的操作与记录、如何获得可用的口扫模型。首批三篇文章已发布。
- **资讯**：即本栏目。

如有希望收录的问题或想了解的主题，欢迎告知[技术客服](/support)。
`,
      ],
    ),
  },
];
