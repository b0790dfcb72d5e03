import type { FormField } from '../../../sync/contract/applications/form-design.ts';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';

/** Frequent reasons for returning an application, by the kind of field. */
const usual = {
  photo: [
    ['请换白底证件照，不要用蓝底或红底', 'Use a photo with a white background, not blue or red'],
    ['照片不清晰，请换一张', 'The photo is not sharp. Choose another one'],
    ['请用近期正面免冠照', 'Use a recent photo from the front, without a hat'],
    ['照片与证件不是同一人', 'The photo and the ID show different people'],
  ],
  file: [
    ['图片不清晰，请重新拍照上传', 'The picture is not readable. Take it again'],
    ['缺少盖章或签字', 'A stamp or signature is missing'],
    ['材料不完整，请补齐各页', 'Pages are missing. Add all pages'],
    ['材料与所填内容不符', 'It does not match the form'],
    ['请上传原件照片，不要用复印件', 'Upload a photo of the original, not of a copy'],
  ],
  table: [
    ['工作证明没有开到本月，请补开并盖章', 'The work certificate does not cover this month. Get a new one with a stamp'],
    ['起止时间与证明不符', 'The dates do not match the document'],
    ['经历前后重叠，请核对', 'These periods overlap. Please check'],
    ['请填全称', 'Enter the full name'],
  ],
  text: [
    ['请核对后重新填写', 'Check it and enter it again'],
    ['请填全称', 'Enter the full name'],
    ['与证件不一致', 'It does not match the document'],
    ['号码无法接通，请换一个', 'This number cannot be reached. Enter another one'],
  ],
} as const satisfies Record<string, readonly BilingualLabel[]>;

/** Returns the frequent reasons for returning an application because of this field. */
export const listUsualReasons = ({ type, meaning }: Pick<FormField, 'type' | 'meaning'>): readonly BilingualLabel[] => {
  if (meaning === 'photo') return usual.photo;
  if (type === 'file' || type === 'picture') return usual.file;
  return type === 'table' ? usual.table : usual.text;
};
