import type { PersonImportColumn } from '../../../sync/contract/people/person.ts';
import type { LanguageCode } from '../language.ts';

/** The product's own column headings of a sheet of people. */
export const ownPeopleHeadings = {
  'zh-CN': {
    name: '姓名',
    user_type: '类别',
    login_name: '登录名',
    student_no: '学号',
    class: '班级',
    sex: '性别',
    id_type: '证件类型',
    id_number: '证件号码',
    ticket_no: '准考证号',
    phone: '手机号',
    education: '文化程度',
    ethnicity: '民族',
    political: '政治面貌',
    source: '考生来源',
    employer: '工作单位',
    note: '备注',
  },
  en: {
    name: 'Name',
    user_type: 'Type',
    login_name: 'Login name',
    student_no: 'Student no.',
    class: 'Class',
    sex: 'Sex',
    id_type: 'Type of ID',
    id_number: 'ID number',
    ticket_no: 'Ticket no.',
    phone: 'Phone',
    education: 'Education',
    ethnicity: 'Ethnicity',
    political: 'Political status',
    source: 'Source',
    employer: 'Employer',
    note: 'Note',
  },
} as const satisfies Record<LanguageCode, Record<PersonImportColumn, string>>;

/** Other headings that schools use for these columns. */
export const otherPeopleHeadings: Readonly<Partial<Record<PersonImportColumn, readonly string[]>>> = {
  name: ['学生姓名', '教师姓名', '考生姓名', '名字', 'full name', 'student name'],
  user_type: ['人员类别', '人员类型', '用户类型', '账号类型', '账号类别', 'user type', 'type of account', 'account type'],
  login_name: ['账号', '帐号', '登录账号', '用户名', '工号', '教工号', '职工号', 'login', 'account', 'username', 'user name'],
  student_no: ['学籍号', '学生学号', '学生编号', 'student number', 'student id'],
  class: ['班级名称', '所在班级', '行政班', '行政班级', 'class name'],
  sex: ['gender'],
  id_type: ['证件种类', 'id type'],
  id_number: ['身份证', '身份证号', '身份证号码', '公民身份号码', '证件号', 'id no', 'id no.', 'identity card number'],
  ticket_no: ['准考证', '准考证号码', '考号', 'ticket number', 'admission ticket number'],
  phone: ['手机', '手机号码', '电话', '电话号码', '联系电话', '联系方式', '移动电话', 'mobile', 'telephone', 'phone number'],
  education: ['学历'],
  ethnicity: ['族别', 'ethnic group'],
  source: ['来源'],
  employer: ['单位', '单位名称', '所在单位', 'company'],
  note: ['说明', 'notes', 'remark', 'remarks'],
};

/** Matches the heading of a column with running numbers, such as 序号; the column is ignored. */
export const runningNumberPattern = /^(序号|编号|no\.?|#)$/i;

/** Matches one part of the text in brackets after a heading that only says how to fill in the column. Spaces are already removed. */
export const headingHintPattern =
  /^(|(为?必填|非必填|选填|可选|可不填|可空|必须|必须填写|不可为空|不能为空)项?|required|mandatory|optional|(格式)?(文本|数字|数值|常规)(格式|型)?|text|numbers?|请?(下拉)?选择|下拉|(\d+[-~至到或])?\d+(位|个?字符?)(以内)?(数字|文本|号码)?|(\d+[-~])?\d+(digits?|characters?)|[1１]?男|[2２]?女|male|female|m|f)$/u;
