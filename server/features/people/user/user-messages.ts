import { type Message, say } from '../../../http/handler.ts';

export const userMessages = {
  wrongPassword: (): Message => say('登录名或密码不正确', 'The login name or the password is wrong'),
  wrongTicket: (): Message => say('准考证号或证件号码不正确', 'The admission ticket number or the ID number is wrong'),
  waitBeforeTrying: (waitMs: number): Message => {
    const seconds = Math.ceil(waitMs / 1000);
    return {
      'zh-CN': `尝试次数过多，请 ${seconds} 秒后再试`,
      en: `Too many attempts; please try again in ${seconds} s`,
    };
  },
  tooManyAtTheDoor: (): Message =>
    say('同时登录的人太多，请稍等片刻再试', 'Too many people are signing in at once; please try again in a moment'),
  disabled: (): Message => say('账号已被停用，请联系管理员', 'This account is disabled; please ask your administrator'),
  schoolDisabled: (): Message =>
    say(
      '您的学校已被平台停用，暂时不能登录，请联系平台管理员',
      'Your school has been disabled, so you cannot sign in at the moment. Please contact the platform administrator',
    ),
  rejected: (reason: string): Message =>
    say(
      `您的注册申请没有通过：${reason}。如有疑问请联系学校`,
      `Your application was rejected: ${reason}. Please ask the school if you have questions`,
    ),
  applying: (): Message => say('账号正在等待审核，通过后才能登录', 'This account is waiting for approval'),
  expired: (): Message => say('登录已过期，请重新登录', 'Your session has expired; please sign in again'),
  elsewhere: (): Message => say('您的账号已在另一台设备上登录', 'You have signed in on another device'),
  tooManySignIns: (): Message =>
    say('您的账号登录过于频繁，请过几分钟再试', 'This account has signed in too often; please try again in a few minutes'),
  resumeNeedsSignIn: (): Message =>
    say(
      '您的账号正在另一台设备上使用；要在这台电脑上继续，请重新登录',
      'Your account is in use on another device. Sign in again to continue on this PC',
    ),
  noSuchSession: (): Message => say('这台设备已经退出登录', 'This device is already signed out'),
  codeNeeded: (): Message =>
    say(
      '此账号已开启两步验证，登录时还需要验证器应用中的 6 位验证码，或一个恢复码',
      'Two-step sign-in is on for this account: signing in also takes the 6-digit code from your authenticator app, or a recovery code',
    ),
  wrongCode: (): Message =>
    say('验证码不正确或已经用过，请等应用显示下一个验证码', 'This code is wrong or has been used. Wait until the app shows the next one'),
  tooManyCodes: (): Message => say('验证码尝试次数过多，请一小时后再试', 'Too many codes were tried; please try again in an hour'),
  setupOver: (): Message => say('这个二维码已经过期，请重新开启两步验证', 'This QR code has expired; please set up two-step sign-in again'),
  scopeNotYours: (): Message => say('所选权限中有超出您账号权限的项目', 'One of these permissions goes beyond those of your account'),
  tooManyTokens: (most: number): Message =>
    say(`每个账号最多 ${most} 个令牌，请先撤销不再使用的令牌`, `An account has at most ${most} tokens; revoke one that is no longer used`),
  tokenNameTaken: (): Message => say('您已有同名的令牌', 'You already have a token of this name'),
  noSuchToken: (): Message => say('此令牌已被撤销', 'This token is already revoked'),
  secondFactorOn: (): Message => say('两步验证已经开启', 'Two-step sign-in is already on'),
  identityIsKept: (): Message =>
    say('姓名和照片用于核验考生身份，请联系老师修改', 'Exams verify examinees by name and photo. Ask your teacher to change them'),
};
