import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { openDataFolder } from '../../server/data-folder.ts';
import { writeExcel } from '../../server/features/bank/question/formats/excel/excel-write.ts';
import { createSchoolStore } from '../../server/features/people/school/school-store.ts';
import { hashPassword } from '../../server/features/people/user/sign-in/password.ts';
import { createUserStore } from '../../server/features/people/user/user-store.ts';
import { jobState } from '../../sync/contract/codes.ts';
import { defaultClassification, type QuestionBody } from '../../sync/contract/bank/question-body.ts';
import { startBenchServer, readUsage } from './child.ts';
import { recordFigure, computePercentile, benchReport } from './figure.ts';
import { RawClient, rawRequest } from './load/raw-client.ts';

const password = 'Bench-2026';
const things = ['三相异步电动机', '变压器', '接触器', '热继电器', '电流互感器', '可编程控制器', '变频器', '直流电桥'];
const doings = ['额定电压', '绝缘电阻', '启动电流', '接地保护', '转速调节', '功率因数', '线路敷设'];

/** Imports a workbook of `rows` questions through the real calls and server, and measures other calls meanwhile. */
export async function benchImport(rows = 10_000): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wenkao-bench-'));
  const content = Buffer.from(await writeExcel(Array.from({ length: rows }, (_, n) => questionOf(n)))).toString('base64');
  const schoolId = await makeSchool(dataDir);
  const server = await startBenchServer({ dataDir });
  const client = await RawClient.open(server.port);
  const ask = async <T>(path: string, input: object, token?: string): Promise<T> => {
    const { body } = await client.send(rawRequest(`/api${path}`, input, token));
    if (!body.startsWith('{"code":0')) throw new Error(`${path}: ${body.slice(0, 300)}`);
    return (JSON.parse(body) as { data: T }).data;
  };
  try {
    const { token } = await ask<{ token: string }>('/user/login', { login_name: 'keeper', login_pwd: password, school_id: schoolId });
    const others = await watchOthers(server.port, token, () => readUsage(server.pid).rssBytes);
    const before = readUsage(server.pid);
    const file = { format: 'excel', fileName: 'bench.xlsx', content, category: '' };

    const previewed = performance.now();
    await ask('/question/importPreview', file, token);
    benchReport.seen('import10k.preview', (performance.now() - previewed) / 1000, `s for ${rows} rows, read and judged, answer included`);

    const began = performance.now();
    const { jobId } = await ask<{ jobId: number }>('/question/import', { ...file, mode: 'all', skipDuplicates: true }, token);
    let steps = 0;
    let reached = -1;
    for (;;) {
      const job = await ask<{ state: number; done: number; result: { imported?: number } | null }>('/job/getById', { id: jobId }, token);
      if (job.done !== reached) steps += 1;
      reached = job.done;
      if (job.state === jobState.done) {
        if (job.result?.imported !== rows) throw new Error(`imported ${job.result?.imported}`);
        break;
      }
      if (job.state > jobState.done) throw new Error(`the job ended in state ${job.state}`);
      await after(100);
    }
    const tookS = (performance.now() - began) / 1000;
    const { waits, mostRss } = await others.stop();
    const used = readUsage(server.pid);
    benchReport.atMost('import10k', tookS, `s from the call to the end of its job`, 10);
    benchReport.seen('import10k.cpu', (used.cpuMs - before.cpuMs) / 1000, 's of CPU, preview and import together, threads included');
    benchReport.seen('import10k.progressSteps', steps, 'different answers of the job while it ran');
    benchReport.seen(
      'import10k.memory',
      (mostRss - before.rssBytes) / 1e6,
      `MB more than before at the most (${Math.round(before.rssBytes / 1e6)} before)`,
    );
    benchReport.seen('import10k.othersP99', computePercentile(waits, 0.99), `ms of ${waits.length} other calls meanwhile`);
    benchReport.seen('import10k.othersLongest', Math.max(...waits), 'ms');
  } finally {
    client.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Simulates another user who alternately requests the session and a page of questions, at most twenty times a second. */
async function watchOthers(port: number, token: string, rssBytes: () => number) {
  const client = await RawClient.open(port);
  const asks = [
    rawRequest('/api/user/getInfo', {}, token),
    rawRequest('/api/question/getList', { page: 1, pageSize: 20, filter: { type: 1 } }, token),
  ];
  const waits: number[] = [];
  let mostRss = 0;
  let running = true;
  const work = (async () => {
    for (let n = 0; running; n += 1) {
      const sent = performance.now();
      await client.send(asks[n % asks.length] as Buffer);
      waits.push(performance.now() - sent);
      mostRss = Math.max(mostRss, rssBytes());
      await after(50);
    }
  })();
  return {
    async stop() {
      running = false;
      await work;
      client.close();
      return { waits, mostRss };
    },
  };
}

async function makeSchool(dataDir: string): Promise<number> {
  const nowMs = Date.now();
  const { db, close } = await openDataFolder(dataDir, nowMs, {
    error: (_fields, text) => recordFigure(text),
    warn: (_fields, text) => recordFigure(text),
  });
  const schoolId = await createSchoolStore(db).add({ website: 'bench', title: '基准学院', record: '', config: {} }, nowMs);
  const pwdHash = await hashPassword(password);
  await createUserStore(db).add({ schoolId, loginName: 'keeper', userType: 2, name: '管理员', pwdHash }, nowMs);
  await close();
  return schoolId;
}

function questionOf(n: number): QuestionBody {
  const thing = things[n % things.length] ?? '';
  const doing = doings[(n * 7 + 3) % doings.length] ?? '';
  return {
    ...defaultClassification,
    type: 1,
    stem: `<p>第${n}题：关于${thing}的${doing}（参数 ${(n * 37) % 997}），下列说法中正确的是哪一项？</p>`,
    options: ['A', 'B', 'C', 'D'].map((id, at) => ({
      id,
      html: `<p>${things[(n + at + 1) % things.length]}的${doings[(n + at) % doings.length]}为 ${n % 383} V</p>`,
    })),
    key: { kind: 'choice', right: ['ABCD'.charAt(n % 4)] },
    analysis: `<p>见教材第 ${n % 200} 页。</p>`,
    difficulty: (1 + (n % 3)) as 1 | 2 | 3,
    category: `分类/第${n % 40}章`,
    source: '',
  };
}
