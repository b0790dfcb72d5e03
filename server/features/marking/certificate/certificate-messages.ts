import { say } from '../../../http/handler.ts';

export const certificateMessages = {
  notFound: () => say('没有这张证书', 'There is no such certificate'),
  tooMany: () => say('核验太频繁，请一小时后再试', 'Too many verifications; try again in an hour'),
  noPlan: () => say('没有这场考试', 'There is no such exam'),
  notReleased: (name: string) => say(`“${name}”的成绩还没有公布`, `The scores of “${name}” are not released yet`),
  notPrintable: () => say('只有持证人和可以发证的人员能打印这张证书', 'Only the holder and staff who may issue can print this certificate'),
  partMissing: (count: number) =>
    say(
      `有 ${count} 人缺少一部分的成绩；请在发证页面核对名单并确认`,
      `${count} ${count === 1 ? 'person has' : 'people have'} no result in a part. Check the names on the page of certificates and confirm`,
    ),
  codesMissing: () =>
    say(
      '学校设置里没有填全编号要用的机构代码、省代码或站点代码，不能编号；请平台管理员补齐',
      'The school’s settings lack a body, province or site code that certificate numbers need. Ask the platform administrator to add it',
    ),
  seriesFull: () =>
    say(
      '这一序列的证书编号已用完；请平台管理员在学校设置里增加序号位数',
      'This series of certificate numbers is used up. Ask the platform administrator for a pattern with more digits in the serial number',
    ),
  noProfession: () => say('本校没有这个职业', 'The school does not offer this profession'),
} as const;
