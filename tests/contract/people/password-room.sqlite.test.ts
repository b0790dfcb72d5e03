import { expect, it, vi } from 'vitest';
import { createKnownDevices, formatSignInMark } from '../../../server/features/people/user/sign-in/known-device.ts';
import { hashPassword, maxWaitingPasswords, maxWaitingPerAddress } from '../../../server/features/people/user/sign-in/password.ts';
import { seededPassword, startTestServer } from '../server-fixture.ts';

const gate = vi.hoisted(() => ({ open: (): void => undefined, shut: Promise.resolve() }));
vi.mock('@node-rs/argon2', () => ({
  hash: async (text: string) => {
    await gate.shut;
    return `hash of ${text}`;
  },
  verify: async (hash: string, text: string) => {
    await gate.shut;
    return hash === `hash of ${text}`;
  },
}));

it('a sign-in is refused with the reason while too many passwords wait, and does not count as a guess', async () => {
  const server = await startTestServer();
  const [teacher, school] = [await server.callAs(6), await server.callAs(2)];
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const crowd = Array.from({ length: maxWaitingPasswords + 20 }, (_, n) =>
    hashPassword('x', { address: `crowd ${n}`, account: '', rank: 'own' }).catch((error: unknown) => error),
  );
  const full = { status: 503, code: 5000, msg: '同时登录的人太多，请稍等片刻再试' };
  const person = {
    name: '新人',
    login_name: 'newcomer',
    sex: 0,
    phone: '13800000000',
    id_type: 0,
    id_number: '',
    student_no: '',
    employer: '',
  };
  const more = {
    ...person,
    ticket_no: '',
    education: 0,
    ethnicity: 0,
    political: 0,
    source: 0,
    class_id: null,
    extra_roles: [],
    avatar: '',
  };
  for (let n = 0; n < 7; n += 1) {
    expect(await teacher('/user/changePassword', { old_password: seededPassword, new_password: 'Another-2026' })).toMatchObject(full);
    expect(await server.login('type6', seededPassword)).toMatchObject(full);
  }
  expect(await school('/user/add', { ...more, user_type: 7, password: 'Another-2026', note: '' })).toMatchObject(full);
  expect(await server.post('/user/addRS', { ...person, website: 'demo', login_pwd: 'Another-2026', note: '' })).toMatchObject(full);
  gate.open();
  await Promise.all(crowd);
  expect((await server.login('type6', seededPassword)).code).toBe(0);
  expect((await teacher('/user/changePassword', { old_password: seededPassword, new_password: 'Another-2026' })).code).toBe(0);
});

/** Resolves with the results of the first `count` promises that resolve, in this order. */
function firstOf<T>(asked: readonly Promise<T>[], count: number): Promise<T[]> {
  const { promise, resolve, reject } = Promise.withResolvers<T[]>();
  const answers: T[] = [];
  const note = async (each: Promise<T>): Promise<void> => {
    answers.push(await each);
    if (answers.length === count) resolve([...answers]);
  };
  for (const each of asked) note(each).catch(reject);
  return promise;
}

it('many device marks of one account share one queue and do not block other accounts of the address', async () => {
  const server = await startTestServer();
  const devices = createKnownDevices(server.deps.keys.personal, server.deps.chance);
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const body = JSON.stringify({ login_name: 'type7', login_pwd: 'wrong', school_id: server.schoolIds[0] });
  const flood = Array.from({ length: maxWaitingPasswords + 20 }, async () => {
    const cookie = `wenkao_device=${devices.markWith(undefined, formatSignInMark(server.idOf('type7'), 'password'))}`;
    const headers = { 'content-type': 'application/json', cookie };
    return (await server.app.request('/api/user/login', { method: 'POST', headers, body })).status;
  });
  const room = server.login('type6', seededPassword);
  // Wait until most of the flood is refused. If it takes all places in the queue of password checks instead, the other account is refused and the
  // test fails below.
  await Promise.race([room, firstOf(flood, flood.length - maxWaitingPerAddress.own - 20)]);
  gate.open();
  expect((await room).code).toBe(0);
  expect((await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(
    maxWaitingPasswords - maxWaitingPerAddress.own - 20,
  );
});

it('600 examinees behind one address all sign in during a flood of unknown names', async () => {
  const server = await startTestServer();
  // Computes the dummy hash for unknown names, which happens only once, before the gate stops all hashing.
  await server.login('nobody', 'x');
  gate.shut = new Promise((resolve) => {
    gate.open = () => resolve();
  });
  const add = server.raw.prepare(
    `INSERT INTO user (school_id, login_name, user_type, name, status, pwd_hash, created_ms, updated_ms)
     SELECT school_id, ?, 8, ?, status, 'hash of ${seededPassword}', created_ms, updated_ms FROM user WHERE login_name = 'type8' AND school_id = ?`,
  );
  for (let n = 0; n < 600; n += 1) add.run(`hall${n}`, `考生${n}`, server.schoolIds[0]);
  const flood = Array.from({ length: 620 }, (_, n) => server.login(`nobody${n}`, 'x'));
  const hall = Array.from({ length: 600 }, (_, n) => server.login(`hall${n}`, seededPassword));
  // Unknown names that exceed their share are refused at once, although no password can be checked yet.
  const turnedAway = await firstOf(flood, 620 - maxWaitingPerAddress.unknown - 5);
  expect(turnedAway.every((answer) => answer.status === 503)).toBe(true);
  gate.open();
  expect((await Promise.all(hall)).filter((answer) => answer.code !== 0)).toEqual([]);
  await Promise.all(flood);
});
