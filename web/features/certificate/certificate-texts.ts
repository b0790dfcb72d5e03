import { wordPairs } from '../../lib/word-pairs.ts';

export const certificateTexts = wordPairs({
  toScores: ['返回成绩', 'Back to the scores'],
  title: ['职业技能等级证书', 'Certificates'],
  candidates: ['考生与证书', 'Examinees and their certificates'],
  notReleased: ['成绩还没有公布，不能发证', 'The scores are not released yet: nothing can be issued'],
  issue: ['发证', 'Issue'],
  issueCount: ['给 {{count}} 人发证', 'Issue {{count}}'],
  issued: ['已发 {{count}} 张证书', '{{count}} issued'],
  person: ['姓名', 'Name'],
  ticketNo: ['准考证号', 'Ticket no.'],
  result: ['结果', 'Result'],
  number: ['证书编号', 'Number'],
  print: ['打印', 'Print'],
  revoke: ['撤销', 'Revoke'],
  revokeTitle: ['撤销证书 {{number}}', 'Revoke certificate {{number}}'],
  revokeReason: ['理由', 'Reason'],
  revoked: ['已撤销', 'Revoked'],
  cancel: ['取消', 'Cancel'],
  part_theory: ['理论知识', 'Theory'],
  part_practical: ['技能操作', 'Practical'],
  part_review: ['综合评审', 'Review'],
  profession: ['职业', 'Profession'],
  level: ['等级', 'Level'],
  kind: ['类别', 'Kind'],
  body: ['机构代码（4 位）', 'Body (4 digits)'],
  province: ['省代码（2 位）', 'Province (2)'],
  site: ['站点代码（6 位）', 'Site (6)'],
  levels_1: ['一级 / 高级技师', 'Level 1, senior technician'],
  levels_2: ['二级 / 技师', 'Level 2, technician'],
  levels_3: ['三级 / 高级工', 'Level 3, senior worker'],
  levels_4: ['四级 / 中级工', 'Level 4, intermediate worker'],
  levels_5: ['五级 / 初级工', 'Level 5, junior worker'],
  says: [
    '本证书由经备案的职业技能等级认定机构颁发，表明持证人已通过本机构组织的职业技能等级认定，具备该职业相应等级的职业技能水平。',
    'This certificate is issued by a registered body. Its holder has passed the certification of this profession at this level.',
  ],
  issuedOn: ['发证日期', 'Date of issue'],
  idNumber: ['证件号码', 'ID number'],
  professionName: ['职业名称', 'Profession'],
  levelName: ['职业技能等级', 'Level'],
  seal: ['认定机构（印章）', 'Body (seal)'],
  scan: ['扫码，或输入证书编号核验', 'Scan, or verify by the number'],
  verifyTitle: ['证书核验', 'Verify a certificate'],
  verifyHint: ['请输入证书上的 22 位编号', 'The 22 characters of the number on the certificate'],
  verify: ['核验', 'Verify'],
  valid: ['证书有效', 'Valid'],
  invalid: ['证书已撤销', 'Revoked'],
  unknown: ['没有这张证书', 'There is no such certificate'],
  passed: ['合格', 'Passed'],
});

declare module '../../lib/i18n.ts' {
  interface Catalogues {
    certificate: (typeof certificateTexts)['zh-CN'];
  }
}
