import type { Kysely } from 'kysely';
import type { BackupPlace } from '../../../backup/backup-place.ts';
import type { FolderInspection } from '../../../db/opening/folder-inspection.ts';
import type { Database } from '../../../db/schema.ts';
import type { DemoPort } from '../../../demo/demo-port.ts';
import { refuse, type Handlers, refuseField, type Message, say } from '../../../http/handler.ts';
import { requireVersion } from '../../../http/stale-version.ts';
import type { JobHandle, Jobs } from '../../../jobs/job-port.ts';
import type { ServerClock } from '../../../ports.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { slowCallMs } from '../../../watch/call-watch.ts';
import type { ServerWatch } from '../../../watch/watch.ts';
import { createSystemReads } from './system-reads.ts';
import { createSystemStore, settingsHistory } from './system-store.ts';

export interface SystemDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly jobs: Jobs;
  readonly inspection: FolderInspection;
  readonly backups: BackupPlace;
  readonly build: { readonly version: string; readonly startedMs: number };
  readonly watch: ServerWatch;
  readonly demo: DemoPort | null;
  /** Time at which the certificate expires; undefined without HTTPS. */
  readonly certificateExpiryMs: () => number | undefined;
}

/** Names of the platform's settings, as shown in a version conflict. */
const settingNames: Readonly<Record<string, Message>> = {
  platformTitle: say('平台名称', 'platform title'),
  platformVersion: say('平台版本', 'platform version'),
  signInNotice: say('登录公告', 'sign-in notice'),
  publicAddress: say('公开访问地址', 'public address'),
  sessionIdleMinutes: say('闲置退出时间', 'idle limit'),
  sessionAbsoluteHours: say('最长登录时间', 'longest session'),
  uploadImageMb: say('图片上限', 'picture limit'),
  uploadDocumentMb: say('文档上限', 'document limit'),
  uploadMediaMb: say('音视频上限', 'audio and video limit'),
};

const messages = {
  called: () => say('系统设置', 'system settings'),
  idleAboveAbsolute: () => say('闲置退出时间不能超过最长登录时间', 'The idle limit must not exceed the longest session'),
  noDemo: () => say('只有演示系统才能开始演示考试', 'Only a demo system can start a demonstration exam'),
  noDemoRoom: () =>
    say(
      '现在没有空闲的考场：演示数据可能还在准备，或者上一场还没结束',
      'No room is free: the demo data may still be loading, or the last exam is still running',
    ),
  checking: (file: string) => say(`正在检查 ${file}`, `Checking ${file}`),
  backupFailed: (why: string) =>
    say(`备份没有完成，没有留下半份：${why}`, `The backup failed, and nothing incomplete was left behind: ${why}`),
  broken: (faults: readonly string[]) =>
    say(
      `文件有损坏，请立即停用并从备份恢复：${faults.join('；')}`,
      `Files are damaged. Stop the server and restore from a backup: ${faults.join('; ')}`,
    ),
} as const;

export function createSystemHandlers(deps: SystemDeps): Handlers<'system'> {
  const { db, clock, jobs, inspection, backups, build, watch, demo } = deps;
  const store = createSystemStore(db);
  const checks = jobs.register<object, { checked: readonly string[] }>('checkFiles', {
    afterRestart: 'again',
    async run(_input, { signal, progress }) {
      const faults: string[] = [];
      for (const [at, file] of inspection.databases.entries()) {
        progress(at, inspection.databases.length, messages.checking(file));
        for (const fault of await inspection.check(file, signal)) faults.push(`${file}: ${fault}`);
      }
      progress(inspection.databases.length, inspection.databases.length);
      return faults.length > 0 ? refuse('refused', messages.broken(faults)) : { checked: inspection.databases };
    },
  });

  const copies = jobs.register<object, object>('backup', {
    afterRestart: 'again',
    async run(_input, { signal, progress }) {
      try {
        await backups.make(signal, progress);
        return {};
      } catch (error) {
        refuse('refused', messages.backupFailed((error as Error).message));
      }
    },
  });

  const started = (job: JobHandle<object>, context: CallerContext, entity: string) =>
    job.startWith(context, async (tx, start) => {
      const jobStart = { jobId: await start({}) };
      await context.audit.noteIn(tx, { entity, id: null, schoolId: null, after: jobStart });
      return jobStart;
    });

  return {
    async getPublic() {
      const { platformTitle, platformVersion, signInNotice, publicAddress } = await createSystemReads(db).settings();
      return { platformTitle, platformVersion, signInNotice, publicAddress, demo: demo?.signIn ?? null };
    },

    async startDemoExam(_input, { caller, audit }) {
      const exam = (await demo?.startExam(caller.schoolId)) ?? refuse('refused', demo ? messages.noDemoRoom() : messages.noDemo());
      audit.note({ entity: 'examPlan', id: exam.planId, after: { simulated: true } });
      return exam;
    },

    async getSetup() {
      const expiresMs = deps.certificateExpiryMs();
      return {
        certificate: expiresMs === undefined ? null : { expiresMs },
        backupMs: await backups.lastMs(),
        makesBackups: inspection.databases.includes('wenkao.db'),
        nowMs: clock.nowMs(),
      };
    },

    async getSettings() {
      const { settings, ...rest } = await store.settings();
      return { ...settings, ...rest };
    },

    async modifySettings({ version: versionSeen, ...settings }, context) {
      if (settings.sessionIdleMinutes > settings.sessionAbsoluteHours * 60)
        refuseField('invalid', 'sessionIdleMinutes', messages.idleAboveAbsolute());
      return runUnitOfWork(db, 'everything', context, async (tx) => {
        const txStore = createSystemStore(tx);
        const { settings: before, version } = await txStore.settings();
        await requireVersion(tx, { ...settingsHistory, version }, versionSeen, messages.called(), settingNames);
        const fields = (Object.keys(settings) as (keyof typeof settings)[]).filter((name) => settings[name] !== before[name]);
        await txStore.write(settings, { version: version + 1, userId: context.caller.userId, nowMs: clock.nowMs(), fields });
        await context.audit.noteIn(tx, { entity: 'systemSettings', id: null, before, after: settings, schoolId: null });
        return { version: version + 1 };
      });
    },

    async getStorage() {
      const [files, disk, tables] = await Promise.all([inspection.files(), inspection.disk(), inspection.tables()]);
      return { folder: inspection.folder, files, disk, tables };
    },

    checkFiles: (_input, context) => started(checks, context, 'dataFiles'),

    backup: (_input, context) => started(copies, context, 'backup'),

    getBackups: async () => ({ folder: backups.folder, items: await backups.list() }),

    reportFault(report, { ip }) {
      watch.faults.record(report, ip);
      return {};
    },

    getWatch: async () => ({
      servers: (await watch.listServers()).map((server) => ({ ...server, duties: [...server.duties] })),
      sinceMs: build.startedMs,
      slowFromMs: slowCallMs,
      calls: [...watch.calls.slow],
      // Copy the lists: the contract's output type is mutable, and the originals belong to the error watch.
      faults: watch.faults.newest.map((fault) => ({
        ...fault,
        pages: [...fault.pages],
        browsers: [...fault.browsers],
      })),
    }),

    async getVersion() {
      const schema = await store.schema();
      return {
        build: build.version,
        schema: schema.name,
        schemaAppliedMs: schema.appliedMs,
        node: process.version,
        database: await store.databaseVersion(),
        platform: `${process.platform} ${process.arch}`,
        startedMs: build.startedMs,
        nowMs: clock.nowMs(),
        memoryBytes: process.memoryUsage.rss(),
      };
    },
  };
}
