import type { UserType } from './roles.ts';

/**
 * Fixed code list of a certification body: [Chinese name, English name]. The position of a row, counted from 1, is its code; 0 means
 * "not given".
 */
export type CodeNames = readonly (readonly [zh: string, en: string])[];

export const idTypes = [
  ['身份证', 'Resident identity card'],
  ['军官证', 'Military officer card'],
  ['港澳证件', 'Hong Kong or Macao permit'],
  ['台湾通行证', 'Taiwan permit'],
  ['永居证', 'Permanent resident card'],
  ['护照', 'Passport'],
] as const satisfies CodeNames;
/** Types of accounts: the position, counted from 1, is the code of the specification's section 6. */
export const userTypeNames = [
  ['超级管理员', 'Super administrator'],
  ['学校管理员', 'School administrator'],
  ['校领导', 'School leader'],
  ['阅卷员', 'Marker'],
  ['监考员', 'Invigilator'],
  ['教师', 'Teacher'],
  ['学生', 'Student'],
  ['考生', 'Examinee'],
  ['系统管理员', 'System administrator'],
  ['题库管理员', 'Question bank administrator'],
  ['报名管理员', 'Enrolment administrator'],
  ['报名用户', 'Applicant'],
] as const satisfies CodeNames;
/** Returns the names of the types of accounts by code, for a catalogue: 0 for the Chinese names, 1 for the English ones. */
export const labelUserTypes = (at: 0 | 1) =>
  Object.fromEntries(userTypeNames.map((names, index) => [index + 1, names[at]])) as Record<`${UserType}`, string>;

/** The only ID type whose number has a check digit. */
export const identityCardType = 1;

export const educationLevels = [
  ['研究生', 'Postgraduate'],
  ['大学本科', 'Bachelor'],
  ['大专', 'College diploma'],
  ['中专', 'Secondary vocational'],
  ['技工学校', 'Technician school'],
  ['高中', 'Senior high school'],
  ['初中', 'Junior high school'],
  ['小学', 'Primary school'],
] as const satisfies CodeNames;

export const titleRankNames = [
  ['初级', 'Junior'],
  ['中级', 'Middle'],
  ['高级', 'Senior'],
] as const satisfies CodeNames;

export const personSources = [
  ['企业', 'Company'],
  ['机关', 'Public body'],
  ['社会', 'Public'],
  ['学校', 'School'],
  ['军队', 'Armed forces'],
  ['其他', 'Other'],
] as const satisfies CodeNames;

/** Political statuses of GB/T 4762. */
export const politicalStatuses = [
  ['中共党员', 'Member of the CPC'],
  ['中共预备党员', 'Probationary member of the CPC'],
  ['共青团员', 'Member of the Youth League'],
  ['民革党员', 'Member of the RCCK'],
  ['民盟盟员', 'Member of the CDL'],
  ['民建会员', 'Member of the CNDCA'],
  ['民进会员', 'Member of the CAPD'],
  ['农工党党员', 'Member of the CPWDP'],
  ['致公党党员', 'Member of the China Zhi Gong Party'],
  ['九三学社社员', 'Member of the Jiusan Society'],
  ['台盟盟员', 'Member of the TDSL'],
  ['无党派人士', 'Without party affiliation'],
  ['群众', 'Citizen'],
] as const satisfies CodeNames;

/** Ethnic groups of GB/T 3304, in its order. */
export const ethnicGroups = [
  ['汉族', 'Han'],
  ['蒙古族', 'Mongol'],
  ['回族', 'Hui'],
  ['藏族', 'Zang'],
  ['维吾尔族', 'Uygur'],
  ['苗族', 'Miao'],
  ['彝族', 'Yi'],
  ['壮族', 'Zhuang'],
  ['布依族', 'Buyei'],
  ['朝鲜族', 'Chosen'],
  ['满族', 'Man'],
  ['侗族', 'Dong'],
  ['瑶族', 'Yao'],
  ['白族', 'Bai'],
  ['土家族', 'Tujia'],
  ['哈尼族', 'Hani'],
  ['哈萨克族', 'Kazak'],
  ['傣族', 'Dai'],
  ['黎族', 'Li'],
  ['傈僳族', 'Lisu'],
  ['佤族', 'Va'],
  ['畲族', 'She'],
  ['高山族', 'Gaoshan'],
  ['拉祜族', 'Lahu'],
  ['水族', 'Sui'],
  ['东乡族', 'Dongxiang'],
  ['纳西族', 'Naxi'],
  ['景颇族', 'Jingpo'],
  ['柯尔克孜族', 'Kirgiz'],
  ['土族', 'Tu'],
  ['达斡尔族', 'Daur'],
  ['仫佬族', 'Mulao'],
  ['羌族', 'Qiang'],
  ['布朗族', 'Blang'],
  ['撒拉族', 'Salar'],
  ['毛南族', 'Maonan'],
  ['仡佬族', 'Gelao'],
  ['锡伯族', 'Xibe'],
  ['阿昌族', 'Achang'],
  ['普米族', 'Pumi'],
  ['塔吉克族', 'Tajik'],
  ['怒族', 'Nu'],
  ['乌孜别克族', 'Uzbek'],
  ['俄罗斯族', 'Russ'],
  ['鄂温克族', 'Ewenki'],
  ['德昂族', 'Deang'],
  ['保安族', 'Bonan'],
  ['裕固族', 'Yugur'],
  ['京族', 'Gin'],
  ['塔塔尔族', 'Tatar'],
  ['独龙族', 'Derung'],
  ['鄂伦春族', 'Oroqen'],
  ['赫哲族', 'Hezhen'],
  ['门巴族', 'Monba'],
  ['珞巴族', 'Lhoba'],
  ['基诺族', 'Jino'],
] as const satisfies CodeNames;

/** Reasons for certification (认定类型): first certification, or promotion to a higher level. */
export const recognitionTypes = [
  ['首次认定', 'First certification'],
  ['晋级', 'Promotion'],
] as const satisfies CodeNames;

export const sexNames = [
  ['男', 'Male'],
  ['女', 'Female'],
] as const satisfies CodeNames;
