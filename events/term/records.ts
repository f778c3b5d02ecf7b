/** Terms: photographs, radiographs, scans and models. */
import { parseTerms } from './table.ts';

export const recordTerms = parseTerms(
  'records',
  `
intraoralScan | 口扫; 口内扫描; 口扫数据 | intraoral scan; intra-oral scan; digital scan; =IOS | 用扫描仪取得的牙列三维数据 | The teeth in three dimensions, from a scanner
intraoralScanner | 口扫仪; 口内扫描仪 | intraoral scanner; intra-oral scanner | 在口内扫描牙列的设备 | The device that scans in the mouth
stlFile | STL文件; STL数据 | STL file; =STL | 三维模型的文件格式 | A file of a three-dimensional model
impression | 印模; 取模; 咬模; 硅橡胶印模 | impression; PVS impression; dental impression | 用材料取得的牙列阴模 | A mould of the teeth
plasterModel | 石膏模型; 石膏模; 石膏牙模 | plaster model; plaster cast; stone model | 由印模灌注的石膏牙列 | Teeth cast in plaster from an impression
digitalModel | 数字模型; 数字化模型; 三维模型; 牙模 | digital model; 3D model; dental model | 牙列的三维数据 | The teeth as data
biteRegistration | 咬合记录; 咬蜡; 颌位记录 | bite registration; bite record; bite scan | 记录上下牙咬合位置 | A record of how upper and lower teeth meet
intraoralPhoto | 口内照; 口内像 | intraoral photo; intraoral photograph; intra-oral photo | 口腔内的照片 | A photograph inside the mouth
facialPhoto | 面像; 面部照; 面照 | facial photo; facial photograph; extraoral photo | 面部的照片 | A photograph of the face
occlusalPhoto | 𬌗面像; 𬌗面照; 咬合面照 | occlusal photo; occlusal view; occlusal photograph | 拍摄整个牙弓咬合面的照片 | A photograph of a whole arch from its biting side
mirror | 反光板; 口镜 | intraoral mirror; photo mirror; mouth mirror | 拍摄口内照用的镜子 | A mirror for photographs in the mouth
retractor | 拉钩器; 开口器; 口角拉钩 | cheek retractor; lip retractor; retractor | 拉开口唇的器具 | What holds lips and cheeks away
panorama | 全景片; 曲面断层片; 曲断; 全口曲面断层片 | panoramic radiograph; panoramic X-ray; panorex; OPG | 显示全部牙齿与颌骨的X线片 | A film of all teeth and both jaws
cephalogram | 头颅侧位片; 侧位片; 头侧片 | lateral cephalogram; cephalogram; lateral ceph | 头部侧面的X线片 | A film of the head from the side
paFilm | 头颅正位片; 正位片 | posteroanterior cephalogram; frontal cephalogram; PA cephalogram | 头部正面的X线片 | A film of the head from the front
periapical | 根尖片; 牙片; 小牙片 | periapical radiograph; periapical film; periapical X-ray | 显示单颗牙根尖的X线片 | A small film of a tooth to its root's end
cbct | 锥形束CT; 口腔CT | cone beam CT; CBCT; cone-beam computed tomography | 颌骨与牙根的三维X线影像 | An X-ray image of jaws and roots in three dimensions
radiograph | X线片; X光片 | radiograph; X-ray | X线影像 | An image made with X-rays
medicalHistory | 既往史; 病史 | medical history; dental history | 患者以往的健康情况 | What the patient had before
medicalRecord | 病历; 病历资料 | medical record; patient record; case record | 诊疗的书面记录 | The written record of a treatment
scanHole | 扫描孔洞; 数据缺损; 扫描缺损; 孔洞 | scan hole; missing data; incomplete scan | 扫描未取得数据之处 | A place that the scan has missed
`,
);
