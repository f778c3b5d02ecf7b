/** Terms: from the approved plan to the parcel. */
import { parseTerms } from './table.ts';

export const productionTerms = parseTerms(
  'production',
  `
approval | 批准方案; 方案确认; 确认方案 | plan approval; approve the plan; approved plan | 医生同意按方案生产 | The doctor agrees that a plan be made
rejection | 退回方案; 方案退回; 驳回 | plan rejection; rejected plan; returned plan | 方案被退回修改 | A plan is sent back to be changed
thermoforming | 热压成型; 压膜; 热压膜 | thermoforming; vacuum forming | 把膜片加热压在模型上 | Pressing a heated sheet over a model
sheet | 膜片; 压膜片 | thermoforming sheet; aligner sheet; aligner material | 制作矫治器的塑料片 | The plastic of which aligners are made
trimLine | 切割线; 边缘线; 牙套边缘 | trim line; trimline; aligner margin | 矫治器边缘的走向 | Where an aligner's edge runs
printedModel | 打印模型; 3D打印模型; 树脂模型 | printed model; 3D printed model; resin model | 三维打印的牙模 | A model from a three-dimensional printer
batch | 批次; 生产批次; 分批 | production batch; batch | 一起生产与发出的矫治器 | Aligners that are made and sent together
remake | 重做; 返工; 补做; 补套 | remake; replacement aligner; re-make | 再次制作 | Making something again
shipment | 发货; 寄出; 包裹 | shipment; parcel; shipped | 寄出的包裹 | What is sent
trackingNumber | 快递单号; 物流单号; 运单号 | tracking number; waybill number | 查询包裹的号码 | The number by which a parcel is found
courier | 快递; 快递公司; 物流 | courier; carrier | 递送包裹的公司 | Who carries a parcel
packingList | 装箱单; 发货清单 | packing list; delivery note | 包裹内物品的清单 | What a parcel holds
qualityCheck | 质检; 质量检查 | quality check; quality control; quality inspection | 出厂前的检查 | The check before sending
leadTime | 生产周期; 交货期; 制作周期 | lead time; turnaround time; turnaround | 从确认到发货的时间 | The time from approval to shipment
`,
);
