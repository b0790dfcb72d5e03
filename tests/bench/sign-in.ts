import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '../../server/data-folder.ts';
import { createSchoolStore } from '../../server/features/people/school/school-store.ts';
import { hashPassword } from '../../server/features/people/user/sign-in/password.ts';
import { createUserStore } from '../../server/features/people/user/user-store.ts';
import { createServerDatabase } from '../fixtures/postgres/server-database.ts';
import { startBenchServer } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import { RawClient, rawRequest } from './load/raw-client.ts';

const password = 'Bench-2026';

/** Measures `people` simultaneous sign-ins. Passwords are hashed off the main thread, so other calls must stay quick meanwhile. */
export async function benchSignIns(people = 300): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const database = await createServerDatabase();
  const schoolId = await addPeople(dataDir, database?.url, people);
  const server = await startBenchServer({ dataDir, databaseUrl: database?.url });
  try {
    const clients = await Promise.all(Array.from({ length: people }, () => RawClient.open(server.port)));
    const bystander = await RawClient.open(server.port);
    let over = false;
    const otherMs: number[] = [];
    const others = (async () => {
      while (!over) {
        const sent = performance.now();
        await bystander.send(rawRequest('/api/sync/time', {}));
        otherMs.push(performance.now() - sent);
      }
    })();
    const began = performance.now();
    const replies = await Promise.all(
      clients.map((client, n) =>
        client.send(rawRequest('/api/user/login', { login_name: `bench${n}`, login_pwd: password, school_id: schoolId })),
      ),
    );
    const ms = performance.now() - began;
    over = true;
    await others;
    const refused = replies.filter((reply) => !reply.body.startsWith('{"code":0'));
    for (const body of new Set(refused.map((r) => r.body))) recordFigure(`sign-in storm: ${body}`);
    benchReport.atMost('signIn.refused', refused.length, `of ${people}`, 0);
    benchReport.seen('signIn.all', ms, `ms for ${people}`);
    benchReport.atMost('signIn.othersP99', computePercentile(otherMs, 0.99), `ms, ${otherMs.length} other calls meanwhile`, 100);
  } finally {
    await server.stop();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function addPeople(dataDir: string, databaseUrl: string | undefined, people: number): Promise<number> {
  const data = await openDataFolder(dataDir, Date.now(), console, { databaseUrl: databaseUrl ?? null });
  const schoolId = await createSchoolStore(data.db).add({ website: 'bench', title: '基准学院', record: '', config: {} }, Date.now());
  const pwdHash = await hashPassword(password);
  const users = createUserStore(data.db);
  for (let n = 0; n < people; n += 1)
    await users.add({ schoolId, loginName: `bench${n}`, userType: 8, name: `考生${n}`, pwdHash }, Date.now());
  await data.close();
  return schoolId;
}
