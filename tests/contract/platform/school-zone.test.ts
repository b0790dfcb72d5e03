import { beforeEach, describe, expect, it } from 'vitest';
import { formatWallTime } from '../../../sync/contract/zone-time.ts';
import { requireDone, startTestServer, type TestServer } from '../server-fixture.ts';
import { startExamRoom } from '../fixtures/exam-room.ts';

describe('the time zone of a school', () => {
  let server: TestServer;
  const setZone = (config: object): void => {
    server.raw.prepare('UPDATE school SET config = ? WHERE id = ?').run(JSON.stringify(config), server.schoolIds[0]);
  };

  beforeEach(async () => {
    server = await startTestServer();
  });

  it('is Asia/Shanghai by default, and is returned to the sign-in page and after sign-in', async () => {
    const zone = async () => ((await server.post('/school/getByWebsite', { website: 'demo' })).data as { zone: string }).zone;
    expect(await zone()).toBe('Asia/Shanghai');
    setZone({ config_time_zone: 'Asia/Urumqi' });
    expect(await zone()).toBe('Asia/Urumqi');
    const info = await requireDone<{ user: { config: string } }>((await server.callAs(2))('/user/getInfo', {}));
    expect(JSON.parse(info.user.config)).toMatchObject({ config_time_zone: 'Asia/Urumqi' });
  });

  it('is refused if it does not exist', async () => {
    const admin = await server.callAs(1);
    const id = server.schoolIds[0];
    const school = await requireDone<{ version: number; config: object }>(admin('/school/getById', { id }));
    const change = { ...school, id, config: { ...school.config, config_time_zone: 'Asia/Nowhere' } };
    expect((await admin('/school/modify', change)).code).toBe(1001);
    expect((await admin('/school/modify', { ...change, config: { ...school.config, config_time_zone: 'Asia/Urumqi' } })).code).toBe(0);
  });
});

it('determines the times in messages of the server, whatever the server’s own zone', async () => {
  const room = await startExamRoom({ people: 1 });
  const [examinee] = room.examinees;
  const startsAt = async (zone: string) => {
    room.server.raw.prepare('UPDATE school SET config = ?').run(JSON.stringify({ config_time_zone: zone }));
    return [await examinee.post('/exam/release', { planId: room.planId }), formatWallTime(room.startMs, zone).replace('T', ' ')] as const;
  };
  for (const zone of ['Asia/Shanghai', 'America/New_York']) {
    const [answer, text] = await startsAt(zone);
    expect(answer.msg).toContain(text);
  }
});
