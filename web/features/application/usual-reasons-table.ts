import type { FormField } from '../../../sync/contract/applications/form-design.ts';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';

/** Frequent reasons for returning an application, by the kind of field. */
const usual = {
  photo: [
    ['请换白底证件照，不要用蓝底或红底', 'Send a photo with a white background'],
    ['照片不清晰，请换一张', 'The photo is not sharp: send another'],
    ['请用近期正面免冠照', 'Send a recent photo from the front, without a hat'],
    ['照片与证件不是同一人', 'The photo is not of the person of the ID'],
  ],
  file: [
    ['图片不清晰，请重新拍照上传', 'The picture cannot be read: take it again'],
    ['缺少盖章或签字', 'The stamp or the signature is missing'],
    ['材料不完整，请补齐各页', 'Pages are missing'],
    ['材料与所填内容不符', 'It does not say what the form says'],
    ['请上传原件照片，不要用复印件', 'Send the original, and no copy'],
  ],
  table: [
    ['工作证明没有开到本月，请补开并盖章', 'The work certificate does not reach to this month'],
    ['起止时间与证明不符', 'The dates are not those of the proof'],
    ['经历前后重叠，请核对', 'These overlap: look again'],
    ['请填全称', 'Write the whole name'],
  ],
  text: [
    ['请核对后重新填写', 'Look again, and write it anew'],
    ['请填全称', 'Write the whole name'],
    ['与证件不一致', 'The document says otherwise'],
    ['号码无法接通，请换一个', 'Nobody answers this number: give another'],
  ],
} as const satisfies Record<string, readonly BilingualLabel[]>;

/** Returns the frequent reasons for returning a field. */
export const listUsualReasons = ({ type, meaning }: Pick<FormField, 'type' | 'meaning'>): readonly BilingualLabel[] => {
  if (meaning === 'photo') return usual.photo;
  if (type === 'file' || type === 'picture') return usual.file;
  return type === 'table' ? usual.table : usual.text;
};
