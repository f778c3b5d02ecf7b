/** Two orders with every question answered: one for clear aligners, one for lingual brackets. */
import { options } from '../case/options.ts';
import type { Sections } from '../case/sections.ts';
import { type AnswerShape, type Order, type OrderFormRow, orderAnswerOf, orderRows } from '../order/form.ts';
import { sampleAlignerOrder, sampleParcel } from '../script/orders.ts';
import { withAnswer } from './orders.ts';

/** Hand-written answers for fields whose format or meaning cannot be generated. */
const given: Sections = {
  patient: {
    ...sampleAlignerOrder.patient,
    name: '欧阳㛃𠮷',
    address: '上海市徐汇区衡山路 12 号',
    doctor: '李𬭎',
    clinicAddress: '上海市黄浦区中山东一路 18 号 3 楼',
    outsideCaseNumber: 'RV-2026-0917',
    visitDate: '2026-09-01',
    remarks: '第二次就诊 (second visit)',
  },
  diagnosis: { ...sampleAlignerOrder.diagnosis, info: 'Class I molars; 无关节弹响' },
  prescription: { note: 'Keep the gingival line. 请勿移动种植体。', preset: 'non-extraction' },
  markers: {
    ...sampleAlignerOrder.markers,
    noMove: [17, 27],
    extract: [14],
    noAttachment: [11],
    reserveSpace: [36],
    missing: [18],
    ipr: [{ contact: '12-11', mm: 0.2 }, { contact: '41-31' }],
  },
  data: { ...sampleAlignerOrder.data, ...sampleParcel, dataOrderNumber: 'SCAN-5512' },
};
const wire = { arch: 'upper', material: 'niti', diameter: '0.016x0.022' } as const;
const lingual: Sections['prescription'] = {
  method: 2,
  lingual: { brackets: { '11': ['B'], '23': ['B', 'H'], '36': ['T'] }, archwires: [wire] },
};

/** Returns a fixed answer for a shape: the last option of a list, so that it differs from defaults. */
function some(path: string, shape: AnswerShape): unknown {
  if (shape.kind === 'choice') return options[shape.list].at(-1);
  if (shape.kind === 'list') return [some(path, shape.of)];
  if (shape.kind === 'chart') return { '13': some(path, shape.of), '31': some(path, shape.of) };
  if (shape.kind === 'yesNo') return true;
  return shape.kind === 'number' ? 0.5 : `${path.replaceAll('.', ' ')} 说明`;
}

const ofLingual = ({ path }: OrderFormRow) => path.startsWith('prescription.lingual.');
const ofAligners = (row: OrderFormRow) =>
  row.path.startsWith('markers.') || (row.path.startsWith('prescription.') && !ofLingual(row));
/** Questions asked with both methods. */
const ofBoth: readonly string[] = ['prescription.method', 'prescription.productType'];
/** Rows without an answer: nothing is overruled, because the orders have no contradiction. */
const left: readonly string[] = ['data.overruled'];

const asked = (method: 1 | 2) =>
  orderRows.filter(row => {
    if (row.path.startsWith('files.') || left.includes(row.path)) return false;
    if (ofBoth.includes(row.path)) return true;
    return method === 1 ? !ofLingual(row) : !ofAligners(row);
  });

function filledIn(method: 1 | 2, order: Order): Order {
  return asked(method).reduce(
    (now, row) =>
      orderAnswerOf(now, row) === undefined ? withAnswer(now, row, some(row.path, row.shape)) : now,
    order,
  );
}

/** Returns the rows of a method, and an order that answers all of them. */
export function createFullyAnsweredOrder(method: 1 | 2): { rows: OrderFormRow[]; order: Order } {
  const prescription =
    method === 1 ? { ...given.prescription, method, crowdingRelief: ['expansion' as const] } : lingual;
  const markers = method === 1 ? given.markers : {};
  const order = filledIn(method, { sections: { ...given, prescription, markers }, files: [] });
  return { rows: asked(method), order };
}
