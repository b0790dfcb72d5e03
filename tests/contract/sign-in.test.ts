import { describe, expect, it } from 'vitest';
import { password, startServer } from './server-fixture.ts';

describe('signing in', () => {
  it('gives a token that getInfo takes, until logout', async () => {
    const server = await startServer();
    const login = await server.post('/user/login', { login_name: '  type6 ', login_pwd: password, school_id: server.schoolIds[0] });
    expect(login.code).toBe(0);
    const { token } = login.data as { token: string };
    const info = await server.as(token)('/user/getInfo', {});
    expect(info.data).toMatchObject({
      user: { login_name: 'type6', user_type: 6, school_name: '甲学院', website: 'demo' },
      roles: ['teacher'],
    });
    expect((await server.as(token)('/user/logout', {})).code).toBe(0);
    expect((await server.as(token)('/user/getInfo', {})).code).toBe(1004);
  });
});
