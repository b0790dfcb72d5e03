import type { FormColumn, FormDesign, FormField, FormFieldType } from '../../contract/applications/form-design.ts';
import type { BilingualLabel } from '../../contract/resource.ts';

/** Builds a field of this type with the defaults of the form designer. */
export const createFormField = (type: FormFieldType, key: string, label: string, more: Partial<FormField> = {}): FormField => ({
  key,
  type,
  label,
  hint: '',
  required: type !== 'section',
  width: type === 'text' || type === 'number' || type === 'date' || type === 'choice' ? 'half' : 'full',
  format: 'any',
  formatHint: '',
  min: null,
  max: null,
  list: null,
  options: type === 'choice' ? ['选项一', '选项二'] : [],
  columns: type === 'table' ? [createColumn('text1', '内容')] : [],
  meaning: null,
  shownWhen: [],
  ...more,
});

const createColumn = (key: string, label: string, type: FormColumn['type'] = 'text', required = true): FormColumn => ({
  key,
  label,
  type,
  required,
  options: [],
});
const promoted = [{ field: 'recognition', is: ['晋级'] }];

/** Declaration form of certification bodies (职业技能等级认定申报表). */
const declarationForm: FormDesign = [
  createFormField('section', 'basic', '基本情况'),
  createFormField('text', 'name', '姓名', { meaning: 'name', min: 2, max: 30 }),
  createFormField('choice', 'idType', '证件类型', { list: 'idType', options: [], meaning: 'idType' }),
  createFormField('text', 'idNumber', '证件号码', { format: 'idNumber', max: 30, meaning: 'idNumber' }),
  createFormField('choice', 'sex', '性别', { list: 'sex', options: [], meaning: 'sex' }),
  createFormField('date', 'birthday', '出生日期', { meaning: 'birthday' }),
  createFormField('choice', 'ethnicity', '民族', { list: 'ethnicity', options: [] }),
  createFormField('choice', 'political', '政治面貌', { list: 'political', options: [], required: false }),
  createFormField('choice', 'education', '文化程度', { list: 'education', options: [], meaning: 'education' }),
  createFormField('choice', 'source', '考生来源', { list: 'source', options: [], meaning: 'source' }),
  createFormField('text', 'phone', '手机', { format: 'mobile', meaning: 'phone' }),
  createFormField('text', 'employer', '工作单位或学校', { width: 'full', max: 60, meaning: 'employer' }),
  createFormField('picture', 'photo', '证件照', { hint: '一寸白底近照', meaning: 'photo' }),
  createFormField('section', 'apply', '申报职业和现有证书'),
  createFormField('choice', 'recognition', '认定类型', { list: 'recognition', options: [], meaning: 'recognition' }),
  createFormField('choice', 'certificateLevel', '现有证书等级', {
    options: ['五级', '四级', '三级', '二级', '一级'],
    meaning: 'certificateLevel',
    shownWhen: promoted,
  }),
  createFormField('text', 'certificateNo', '证书编号', {
    hint: '见现有证书正面右下角',
    format: 'certificateNo',
    meaning: 'certificateNo',
    shownWhen: promoted,
  }),
  createFormField('date', 'certificateDate', '取得日期', { meaning: 'certificateDate', shownWhen: promoted }),
  createFormField('section', 'history', '学历与工作经历'),
  createFormField('table', 'school', '学历', {
    min: 1,
    max: 5,
    columns: [
      createColumn('from', '开始', 'month'),
      createColumn('to', '结束', 'month'),
      createColumn('place', '学校'),
      createColumn('what', '专业', 'text', false),
    ],
  }),
  createFormField('table', 'work', '工作经历', {
    required: false,
    max: 8,
    meaning: 'work',
    columns: [
      createColumn('from', '开始', 'month'),
      createColumn('to', '结束', 'month'),
      createColumn('place', '单位'),
      createColumn('what', '岗位'),
    ],
  }),
  createFormField('file', 'proofs', '证明材料', { hint: '身份证、学历、现有证书、工作证明', required: false, max: 8 }),
  createFormField('section', 'promise', '本人声明', {
    hint: '本人承诺所填内容和所附材料真实有效。如有不实，自愿承担取消成绩、注销证书等后果。',
  }),
  createFormField('signature', 'signature', '本人签名'),
];

/** Form of a work certificate (工作证明), with which an employer confirms years of work. */
const workCertificate: FormDesign = [
  createFormField('section', 'head', '工作证明'),
  createFormField('text', 'name', '姓名', { meaning: 'name', min: 2, max: 30 }),
  createFormField('text', 'idNumber', '身份证号码', { format: 'idNumber', max: 30, meaning: 'idNumber' }),
  createFormField('text', 'employer', '单位名称', { width: 'full', max: 60, meaning: 'employer' }),
  createFormField('table', 'work', '在本单位的工作', {
    min: 1,
    max: 8,
    meaning: 'work',
    columns: [
      createColumn('from', '开始', 'month'),
      createColumn('to', '结束', 'month'),
      createColumn('place', '部门'),
      createColumn('what', '岗位'),
    ],
  }),
  createFormField('number', 'years', '累计从事本职业年数', { min: 0, max: 60 }),
  createFormField('text', 'contact', '单位联系人', { max: 30 }),
  createFormField('text', 'contactPhone', '联系电话', { max: 30 }),
  createFormField('picture', 'seal', '盖章的证明照片', { hint: '单位盖章后拍照上传' }),
];

/** Forms that a school can start from. */
export const shippedForms: readonly { readonly words: BilingualLabel; readonly design: FormDesign }[] = [
  { words: ['职业技能等级认定申报表', 'Skill level certification form'], design: declarationForm },
  { words: ['工作证明', 'Work certificate'], design: workCertificate },
];
