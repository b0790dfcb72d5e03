import { beforeEach, describe, expect, it } from 'vitest';
import { userStatus } from '../../../sync/contract/codes.ts';
import { indexIdNumber, sealIdNumber } from '../../../server/features/people/user/id-number.ts';
import { getSessionLimits, parseSystemSettings } from '../../../server/features/platform/system/system-reads.ts';
import { seededPassword, startTestServer, type CallAnswer } from '../server-fixture.ts';

type Server = Awaited<ReturnType<typeof startTestServer>>;
const sessionLimits = getSessionLimits(parseSystemSettings('{}'));
const tokenOf = (answer: CallAnswer): string => (answer.data as { token: string }).token;

describe('sign-in', () => {
  let server: Server;
  const login = (login_name: string, login_pwd: string, more: object = {}) =>
    server.post('/user/login', { login_name, login_pwd, school_id: server.schoolIds[0], ...more });

  beforeEach(async () => {
    server = await startTestServer();
  });

  it('returns a token that is valid until logout', async () => {
    const token = tokenOf(await login('  type6 ', seededPassword));
    expect(token).toMatch(/^[\w-]{43}$/);
    const info = await server.as(token)('/user/getInfo', {});
    expect(info.data).toMatchObject({
      user: { login_name: 'type6', user_type: 6, school_name: '甲学院', website: 'demo' },
      roles: ['teacher'],
    });
    expect((await server.as(token)('/user/logout', {})).code).toBe(0);
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(1004);
  });

  it('stores neither token nor password in plain text', async () => {
    const token = tokenOf(await login('type6', seededPassword));
    const kept = server.raw.serialize();
    expect(kept.includes(token)).toBe(false);
    expect(kept.includes(seededPassword)).toBe(false);
    expect(kept.includes('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
  });

  it('answers a wrong password, an unknown name and an account of another school alike', async () => {
    const wrong = await login('type6', 'wrong');
    expect(wrong).toMatchObject({ code: 1002, msg: '登录名或密码不正确' });
    expect(await login('nobody', seededPassword)).toEqual(wrong);
    expect(await login('type6', seededPassword, { school_id: 999 })).toEqual(wrong);
  });

  it('answers 4000 for a disabled account only after the right password, and ends its sessions', async () => {
    const token = tokenOf(await login('type7', seededPassword));
    server.raw.prepare("UPDATE user SET status = ? WHERE login_name = 'type7'").run(userStatus.disabled);
    expect((await login('type7', 'wrong')).code).toBe(1002);
    expect((await login('type7', seededPassword)).code).toBe(4000);
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(4000);
  });

  it('is refused while an account awaits approval', async () => {
    server.raw.prepare("UPDATE user SET status = ? WHERE login_name = 'type7'").run(userStatus.applying);
    expect(await login('type7', seededPassword)).toMatchObject({ code: 1002, msg: '账号正在等待审核，通过后才能登录' });
  });

  it('ends an idle session, and every session after a day', async () => {
    const idle = tokenOf(await login('type6', seededPassword));
    server.time.nowMs += sessionLimits.idleMs - 1;
    expect((await server.as(idle)('/user/getInfo', {})).code).toBe(0);
    server.time.nowMs += sessionLimits.idleMs;
    expect((await server.as(idle)('/user/getInfo', {})).code).toBe(2001);

    const busy = tokenOf(await login('type6', seededPassword));
    for (let hours = 0; hours < 24; hours += 2) {
      expect((await server.as(busy)('/user/getInfo', {})).code).toBe(0);
      server.time.nowMs += 2 * 3_600_000;
    }
    expect((await server.as(busy)('/user/getInfo', {})).code).toBe(2001);
  });

  it('keeps students and examinees on one device: the earlier one gets 3000 from then on; staff may use several', async () => {
    for (const name of ['type7', 'type8']) {
      const first = tokenOf(await login(name, seededPassword));
      const second = tokenOf(await login(name, seededPassword));
      expect(await server.as(first)('/user/getInfo', {})).toMatchObject({ code: 3000, msg: '您的账号已在另一台设备上登录' });
      expect((await server.as(second)('/user/getSessions', {})).data).toMatchObject({ items: [{ current: true }] });
      expect((await server.as(second)('/user/logout', {})).code).toBe(0);
      expect((await server.as(first)('/user/getInfo', {})).code).toBe(3000);
    }
    const first = tokenOf(await login('type6', seededPassword));
    expect((await login('type6', seededPassword)).code).toBe(0);
    expect((await server.as(first)('/user/getInfo', {})).code).toBe(0);
  });

  it('leaves one session after concurrent sign-ins of an examinee; the others get 3000', async () => {
    const tokens = (await Promise.all([1, 2, 3, 4].map(() => login('type8', seededPassword)))).map(tokenOf);
    const codes = await Promise.all(tokens.map(async (token) => (await server.as(token)('/user/getInfo', {})).code));
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 3000, 3000, 3000]);
  });

  it('opens no session with a password that was reset during the check', async () => {
    const school = await server.callAs(2);
    // Signing in reads the account first. Then a thread verifies the password, which takes longer than the reset.
    const signingIn = login('type6', seededPassword);
    expect((await school('/user/resetPassword', { ids: [server.idOf('type6')] })).code).toBe(0);
    expect(await signingIn).toMatchObject({ code: 1002, msg: '登录名或密码不正确' });
    expect(server.raw.prepare('SELECT count(*) FROM session WHERE user_id = ?').pluck().get(server.idOf('type6'))).toBe(0);
  });

  it('keeps a password reset by an administrator during a change of password', async () => {
    const [teacher, school] = [await server.callAs(6), await server.callAs(2)];
    const changing = teacher('/user/changePassword', { old_password: seededPassword, new_password: 'Another-2026' });
    const reset = await school('/user/resetPassword', { ids: [server.idOf('type6')] });
    const { passwords } = reset.data as { passwords: { password: string }[] };
    // The reset hashes once and the change three times, so SQLite commits the reset first. On PostgreSQL, the change may be committed first.
    const [changed, isCertain] = [await changing, process.env['WENKAO_TEST_POSTGRES'] === undefined];
    if (isCertain || changed.code !== 0) expect(changed.data).toMatchObject({ fields: [{ path: 'old_password' }] });
    expect((await login('type6', passwords[0]?.password ?? '')).code).toBe(0);
  });

  it('resumed by a device displaces no other session, and only on a device that signed the account in before', async () => {
    const resume = { login_name: 'type8', login_pwd: seededPassword, school_id: server.schoolIds[0], resume: true };
    const sent = async (cookie: string, body: object) => {
      const headers = { 'content-type': 'application/json', cookie };
      const response = await server.app.request('/api/user/login', { method: 'POST', headers, body: JSON.stringify(body) });
      const answer = (await response.json()) as CallAnswer;
      return { ...answer, mark: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
    };
    const { mark } = await sent('', { ...resume, resume: false });
    const here = tokenOf(await login('type8', seededPassword));
    const there = tokenOf(await sent(mark, resume));
    for (const token of [here, there]) expect((await server.as(token)('/user/getInfo', {})).code).toBe(0);

    // An attacker knows the password but has no device mark, the signed cookie of the owner's PC. Signing in must not be possible while the owner has
    // a session.
    const others = (await sent('', { ...resume, login_name: 'type7', resume: false })).mark;
    for (const cookie of ['', others, `${mark.slice(0, -3)}AAA`]) expect((await sent(cookie, resume)).code).toBe(3000);
    for (const token of [here, there]) expect((await server.as(token)('/user/getInfo', {})).code).toBe(0);
    // A crash may lose the cookie. The device mark in the storage of the PC works as well, but only for the account for which it was made.
    const kept = (await login('type8', seededPassword)).data as { token: string; device: string };
    const crashed = tokenOf(await sent('', { ...resume, device: kept.device }));
    expect((await sent('', { ...resume, device: others.split('=')[1] })).code).toBe(3000);

    // When the owner has no open session, the password suffices.
    for (const token of [here, there, kept.token, crashed]) await server.as(token)('/user/logout', {});
    expect((await sent('', resume)).code).toBe(0);
  });

  it('ends no session if the password is wrong', async () => {
    const token = tokenOf(await login('type8', seededPassword));
    await login('type8', 'wrong');
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(0);
  });

  describe('by admission ticket', () => {
    const idNumber = '320199199501010012';
    beforeEach(() => {
      const [schoolId] = server.schoolIds;
      const { personal } = server.deps.keys;
      server.raw
        .prepare(
          "UPDATE user SET ticket_no = '202632010001', id_number_sealed = ?, id_number_index = ? WHERE login_name = 'type8' AND school_id = ?",
        )
        .run(sealIdNumber(idNumber, personal, server.deps.chance), indexIdNumber(idNumber, schoolId, personal), schoolId);
    });

    it('accepts ticket number and ID number in any spelling', async () => {
      expect((await login('202632010001', idNumber, { login_type: 2 })).code).toBe(0);
      expect((await login('２０２６３２０１０００１', ' 3201 9919 9501 0100 12 ', { login_type: 2 })).code).toBe(0);
    });

    it('refuses a wrong ID number, the ID number as a password, and another school', async () => {
      expect(await login('202632010001', '320199199501010020', { login_type: 2 })).toMatchObject({
        code: 1002,
        msg: '准考证号或证件号码不正确',
      });
      expect((await login('202632010001', idNumber)).code).toBe(1002);
      expect((await login('202632010001', idNumber, { login_type: 2, school_id: server.schoolIds[1] })).code).toBe(1002);
    });

    it('shares one limit of password guesses across all sessions opened by the ticket', async () => {
      const guess = async () => {
        const token = tokenOf(await login('202632010001', idNumber, { login_type: 2 }));
        return server.as(token)('/user/changePassword', { old_password: 'wrong', new_password: 'Another-2026' });
      };
      for (let n = 0; n < 5; n += 1) expect((await guess()).data).toMatchObject({ fields: [{ path: 'old_password' }] });
      expect(await guess()).toMatchObject({ status: 429, code: 1007 });
      // The owner signs in with the password and has a limit of their own, so the attackers do not block the change.
      const own = server.as(tokenOf(await login('type8', seededPassword)));
      expect((await own('/user/changePassword', { old_password: seededPassword, new_password: 'Another-2026' })).code).toBe(0);
    });

    it('marks no device as trusted for password guesses', async () => {
      const sent = async (cookie: string, typed: object) => {
        const headers = { 'content-type': 'application/json', cookie };
        const body = JSON.stringify({ school_id: server.schoolIds[0], ...typed });
        return server.app.request('/api/user/login', { method: 'POST', headers, body });
      };
      const byTicket = await sent('', { login_name: '202632010001', login_pwd: idNumber, login_type: 2 });
      const mark = byTicket.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect(mark).toMatch(/^wenkao_device=/);
      for (let n = 0; n < 5; n += 1) await login('type8', `wrong ${n}`);
      expect((await sent(mark, { login_name: 'type8', login_pwd: seededPassword })).status).toBe(429);
    });
  });

  describe('guessing passwords', () => {
    it('is limited to five guesses, then one every three seconds; the right password resets the limit', async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) expect((await login('type6', `guess ${attempt}`)).code).toBe(1002);
      expect(await login('type6', 'guess 5')).toMatchObject({ status: 429, code: 1007, data: { waitMs: 1000 } });
      server.time.nowMs += 3_000;
      expect((await login('type6', 'guess 6')).code).toBe(1002);
      expect((await login('type6', 'guess 7')).code).toBe(1007);
      server.time.nowMs += 3_000;
      expect((await login('type6', seededPassword)).code).toBe(0);
      for (let attempt = 0; attempt < 5; attempt += 1) expect((await login('type6', `guess ${attempt}`)).code).toBe(1002);
    });

    const from =
      (ip: string, cookie = '') =>
      async (login_name: string, login_pwd: string) => {
        const response = await server.app.request(
          '/api/user/login',
          {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie },
            body: JSON.stringify({ login_name, login_pwd, school_id: server.schoolIds[0] }),
          },
          { incoming: { socket: { remoteAddress: ip } } },
        );
        const { code } = (await response.json()) as { code: number };
        return { code, cookie: response.headers.get('set-cookie') ?? '' };
      };

    it('elsewhere never locks the owner out, nor at the owner’s address on a device used before', async () => {
      const home = from('10.0.0.2');
      const { cookie } = await home('type6', seededPassword);
      expect(cookie).toMatch(/^wenkao_device=[^;]+; Path=\/api\/user\/login; Max-Age=\d+; HttpOnly; SameSite=Strict$/);
      const kept = cookie.split(';')[0] ?? '';
      const guess = from('10.0.0.9');
      for (let second = 0; second < 120; second += 1) {
        server.time.nowMs += 1000;
        await guess('type6', `wrong ${second}`);
        await guess('type6', `also wrong ${second}`);
        if (second % 20 !== 19) continue;
        expect((await home('type6', seededPassword)).code).toBe(0);
        expect((await from('10.0.0.9', kept)('type6', seededPassword)).code).toBe(0);
      }
      // A device mark (the cookie of a known PC) with a wrong signature gives the PC no limit of guesses of its own.
      for (let n = 0; n < 12; n += 1) await guess('type6', `once more ${n}`);
      expect((await from('10.0.0.9', `${kept.slice(0, -3)}AAA`)('type6', seededPassword)).code).toBe(1007);
      // A PC with a device mark of another account has one limit of its own for guesses. Further marks of that account do not give it more.
      const others = async () => (await home('type8', seededPassword)).cookie.split(';')[0] ?? '';
      for (let n = 0; n < 5; n += 1) expect((await from('10.0.0.9', await others())('type6', `so wrong ${n}`)).code).toBe(1002);
      expect((await from('10.0.0.9', await others())('type6', seededPassword)).code).toBe(1007);
      expect(Math.max(0, ...server.held)).toBeLessThanOrEqual(3000);
    });

    it('in parallel gains nothing: attempts count before they are checked', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => login('type6', `wrong ${n}`)));
      expect(answers.filter((answer) => answer.code === 1002)).toHaveLength(5);
      expect(answers.filter((answer) => answer.code === 1007)).toHaveLength(7);
    });

    it('one account does not lock out others behind the same address', async () => {
      for (let attempt = 0; attempt < 20; attempt += 1) await login('type6', 'wrong');
      expect((await login('type8', seededPassword)).code).toBe(0);
      expect(server.held).toEqual([]);
    });

    it('many accounts from one address only delays wrong answers, by at most 3 s', async () => {
      for (let n = 0; n < 150; n += 1) await login(`guess${n}`, 'x', { login_type: 2 });
      expect(server.held).toHaveLength(150 - 60);
      expect((await login('type8', seededPassword)).code).toBe(0);
      expect(Math.max(...server.held)).toBe(3000);
      expect(server.held).toHaveLength(150 - 60);
    });
  });
});
