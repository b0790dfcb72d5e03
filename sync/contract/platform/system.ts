import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { defaultPlatformTitle, defaultPlatformVersion } from './platform-defaults.ts';
import { engineParts, faultReport } from './fault-report.ts';
import { emptyInput, epochMs, id, version } from '../scalars.ts';
import { uploadFamilies } from './upload.ts';

const text = z.string().trim();
const mib = 1024 * 1024;

/** Settings of the whole platform. Each comment says where the setting applies. */
export const systemSettings = z.object({
  /** Name of the platform, in page titles and on the sign-in page. */
  platformTitle: text.min(1).max(40),
  /** Version text next to the title on the sign-in page. */
  platformVersion: text.min(1).max(20),
  /** Notice above the sign-in form; '' for none. */
  signInNotice: text.max(500),
  /** Public address of the platform, such as "https://exam.school.cn"; '' for none. Certificates show it, so that anyone can verify them. */
  publicAddress: text.max(200).regex(/^(https?:\/\/[^\s/?#]+)?$/),
  /** A session ends after this idle time. Pushing answers needs no session, so this never interrupts an exam. */
  sessionIdleMinutes: z.int().min(5).max(1440),
  /** Longest lifetime of a session. */
  sessionAbsoluteHours: z.int().min(1).max(720),
  /** Maximum size of an uploaded picture, document and recording or film. */
  uploadImageMb: z.int().min(1).max(50),
  uploadDocumentMb: z.int().min(1).max(1024),
  uploadMediaMb: z.int().min(1).max(10_240),
});
export type SystemSettings = z.output<typeof systemSettings>;

/** Settings that apply until an administrator changes them. */
export const defaultSettings: SystemSettings = {
  platformTitle: defaultPlatformTitle,
  platformVersion: defaultPlatformVersion,
  signInNotice: '',
  publicAddress: '',
  sessionIdleMinutes: 240,
  sessionAbsoluteHours: 24,
  uploadImageMb: uploadFamilies.image.maxBytes / mib,
  uploadDocumentMb: uploadFamilies.document.maxBytes / mib,
  uploadMediaMb: uploadFamilies.media.maxBytes / mib,
};

const house = ['system', 'db'] as const;

export const systemCalls = defineCalls('system', {
  getPublic: {
    summary: 'What every page shows of the platform, signed in or not',
    input: emptyInput,
    output: z.object({
      platformTitle: z.string(),
      platformVersion: z.string(),
      signInNotice: z.string(),
      /** Address of the platform in the internet, or ''. Absent in data that a browser stored before it existed. */
      publicAddress: z.string().optional(),
      /** Sign-in data of the demo schools; null on a server without the demo data. Absent in data that a browser stored before it existed. */
      demo: z
        .object({
          websites: z.array(z.string()),
          accounts: z.array(z.object({ loginName: z.string(), userType: z.int() })),
          /** Password of all demo accounts; null if each account has a random password. */
          password: z.string().nullable(),
        })
        .nullable()
        .optional(),
    }),
    access: 'public',
    errors: [],
    changes: false,
  },
  startDemoExam: {
    summary: 'Only in the demo: an exam begins in a room of the school, and simulated examinees answer it. One at a time',
    input: emptyInput,
    output: z.object({ planId: id, roomId: id }),
    access: ['school', 'teacher', 'invigilator'],
    errors: ['refused'],
    changes: true,
  },
  getSetup: {
    summary: 'What a new installation still needs of the server itself: its certificate and its last whole backup',
    input: emptyInput,
    output: z.object({
      /** Certificate of the server's HTTPS; null if the server runs without HTTPS. */
      certificate: z.object({ expiresMs: epochMs }).nullable(),
      /** Time of the last verified backup; null if there is none. */
      backupMs: epochMs.nullable(),
      /** False if backups of this server are made by other means (PostgreSQL). */
      makesBackups: z.boolean(),
      nowMs: epochMs,
    }),
    access: ['admin', ...house],
    errors: [],
    changes: false,
  },
  getSettings: {
    summary: 'The platform’s settings',
    input: emptyInput,
    output: systemSettings.extend({ version, updatedMs: epochMs, updatedBy: z.string() }),
    access: house,
    errors: [],
    changes: false,
  },
  modifySettings: {
    summary: 'Change the platform’s settings; open sessions take the new limits at once',
    input: systemSettings.extend({ version }),
    output: z.object({ version }),
    access: house,
    errors: ['conflict'],
    changes: true,
    once: true,
  },
  getStorage: {
    summary: 'What the data folder holds and how much room is left',
    input: emptyInput,
    output: z.object({
      folder: z.string(),
      files: z.array(z.object({ name: z.string(), sizeBytes: z.int(), fileCount: z.int() })),
      /** Space on the server's disk; null if the operating system does not report it. */
      disk: z.object({ freeBytes: z.int(), totalBytes: z.int() }).nullable(),
      tables: z.array(z.object({ file: z.string(), name: z.string(), rows: z.int() })),
    }),
    access: house,
    errors: [],
    changes: false,
  },
  checkFiles: {
    summary: 'Read every page of the databases and check it, in the background',
    input: emptyInput,
    output: z.object({ jobId: id }),
    access: house,
    errors: ['refused'],
    changes: true,
    once: true,
  },
  backup: {
    summary: 'Back up the data folder in the background and verify the copy',
    input: emptyInput,
    output: z.object({ jobId: id }),
    access: house,
    errors: [],
    changes: true,
    once: true,
  },
  getBackups: {
    summary: 'The backups beside the data folder, newest first',
    input: emptyInput,
    output: z.object({
      folder: z.string(),
      items: z.array(
        z.object({
          name: z.string(),
          madeMs: epochMs,
          /** Version of the program that made the backup. */
          version: z.string(),
          sizeBytes: z.int(),
          fileCount: z.int(),
          /** True if the backup was verified against the original when it was made, and all its files have their full length now. */
          whole: z.boolean(),
        }),
      ),
    }),
    access: house,
    errors: [],
    changes: false,
  },
  reportFault: {
    summary: 'A browser tells of a fault in the pages; nothing of who met it is kept',
    input: faultReport,
    output: emptyInput,
    access: 'public',
    errors: [],
    changes: false,
  },
  getWatch: {
    summary: 'The servers of the database; slow calls and faults in browsers since this server began, the newest of each',
    input: emptyInput,
    output: z.object({
      /** The servers that share a PostgreSQL database; empty if one server has the database for itself. */
      servers: z.array(
        z.object({
          /** Host and port of the server. */
          name: z.string(),
          /** True for the server that answers this call. */
          isThis: z.boolean(),
          version: z.string(),
          startedMs: epochMs,
          /** Time since the server's last sign of life, and whether it is so long that other servers have taken over its duties. */
          silentMs: z.int(),
          isLost: z.boolean(),
          /** Time by which the server's clock is ahead of the database's; negative if it is behind. */
          clockOffMs: z.int(),
          /** Reason why this server cannot answer calls now; null if it is ready. */
          notReady: z.string().nullable(),
          /** Number of positions of the answer log that this server has not projected yet. */
          behind: z.int(),
          duties: z.array(z.enum(['background', 'demo'])),
        }),
      ),
      sinceMs: epochMs,
      slowFromMs: z.int(),
      calls: z.array(
        z.object({
          path: z.string(),
          atMs: epochMs,
          ms: z.int(),
          statements: z.int(),
          statementsMs: z.int(),
          slowest: z.object({ sql: z.string(), ms: z.int() }).nullable(),
        }),
      ),
      faults: z.array(
        z.object({
          name: z.string(),
          message: z.string(),
          frames: z.array(z.string()),
          /** Part of the engine (`sync/engine`) that met the error and went on; null for an error of a page. */
          engine: z.enum(engineParts).nullable(),
          count: z.int(),
          firstMs: epochMs,
          lastMs: epochMs,
          pages: z.array(z.string()),
          browsers: z.array(z.string()),
        }),
      ),
    }),
    access: house,
    errors: [],
    changes: false,
  },
  getVersion: {
    summary: 'Which build runs, on what, since when',
    input: emptyInput,
    output: z.object({
      build: z.string(),
      schema: z.string(),
      schemaAppliedMs: epochMs,
      node: z.string(),
      /** Database engine and version. */
      database: z.string(),
      platform: z.string(),
      startedMs: epochMs,
      nowMs: epochMs,
      memoryBytes: z.int(),
    }),
    access: house,
    errors: [],
    changes: false,
  },
});
