import { type CameraReport, cameraLimits } from '../../../../sync/contract/exams/camera.ts';
import { parseLockdown } from '../../../../sync/contract/exams/lockdown.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { findRetentionDays } from '../../../../sync/domain/marking/retention.ts';
import type { RoomLogReads } from '../../../answer-log/calls/room-log-reads.ts';
import { type ArrivedCameraReport, readCameraReport } from '../../../answer-log/log/camera-report.ts';
import type { AppDeps } from '../../../context.ts';
import { refuse } from '../../../http/handler.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createCameraReportStore, type StoredCameraReport } from './camera-report-store.ts';
import { invigilationMessages as messages } from './invigilation-messages.ts';

type CameraDeps = Pick<AppDeps, 'db' | 'clock' | 'keys' | 'space'>;

const isJpeg = (picture: Uint8Array): boolean => picture[0] === 0xff && picture[1] === 0xd8 && picture[2] === 0xff;

/** Stores pictures and reports of the cameras in exam rooms. Pictures stay sealed in the database and are opened for one viewer at a time. */
export function createCameraReports({ db, clock, keys, space }: CameraDeps) {
  const store = createCameraReportStore(db);

  /** Refuses a report that the plan's rules do not ask for, whose picture is missing, no JPEG or too large, or that exceeds the number of reports. */
  const check = async ({ attemptId, kind, facts, picture }: ArrivedCameraReport, lockdown: string): Promise<void> => {
    const rules = parseLockdown(lockdown);
    if (kind === 'entry' ? !rules.entryPhoto : rules.stillMinutes === 0) refuse('refused', messages.cameraUnasked());
    const isFit = facts.outcome === 'taken' ? isJpeg(picture) : picture.length === 0;
    if (!isFit || picture.length > cameraLimits.pictureBytes[kind]) refuse('refused', messages.cameraUnfit());
    if ((await store.count(attemptId, kind)) >= cameraLimits.reports[kind]) refuse('refused', messages.cameraFull());
  };

  return {
    /**
     * Stores a report that arrived from a PC, once. While disk space is short, pictures are refused and wait on their PCs, so that answers get the
     * space (decision 037).
     */
    async take(report: ArrivedCameraReport): Promise<void> {
      const { attemptId, itemId: item, kind, facts, epoch, sealed } = report;
      const plan = await store.planOf(attemptId);
      if (!plan || plan.userId !== report.actor) refuse('refused', messages.cameraUnasked());
      if (await store.isStored(attemptId, item)) return;
      await check(report, plan.lockdown);
      const hasPicture = facts.outcome === 'taken';
      const reservation = space.reserve({
        name: `camera ${attemptId} ${item}`,
        kind: 'request',
        userId: plan.userId,
        schoolId: plan.schoolId,
        bytes: sealed.length,
      });
      try {
        if (hasPicture && !(await space.fits())) refuse('unavailable', messages.cameraNoSpace());
        const { planId, userId } = plan;
        const columns = { kind, outcome: facts.outcome, epoch, takenMs: facts.atMs, receivedMs: clock.nowMs(), hasPicture };
        await store.add({ attemptId, item, planId, userId, ...columns }, hasPicture ? sealed : null);
      } finally {
        reservation.release();
      }
    },

    /** Decrypts a stored picture; returns undefined if there is none. */
    async picture(attemptId: string, itemId: string): Promise<{ readonly name: string; readonly bytes: Buffer } | undefined> {
      const found = await store.sealed(attemptId, itemId);
      if (!found) return undefined;
      const { userId: actor, epoch, sealed } = found;
      const opened = await readCameraReport(keys, { attemptId, epoch, actor, itemId, sealed });
      return { name: `${itemId.replace('/', '-')}.jpg`, bytes: Buffer.from(opened.picture) };
    },

    /** Deletes the pictures of exams whose retention is over. Returns the number of exams. */
    async sweep(): Promise<number> {
      const nowMs = clock.nowMs();
      const today = formatZoneDay(nowMs, getCallZone());
      let swept = 0;
      for (const { planId, schoolId, start_ms, duration_ms } of await store.plansWithPictures(nowMs)) {
        const { until } = findRetentionDays(start_ms + duration_ms, await createSchoolReads(db).retention(schoolId), getCallZone());
        if (until >= today) continue;
        await store.deletePictures(planId);
        swept += 1;
      }
      return swept;
    },
  };
}

/** Converts a stored report for a member of staff, with the address of its picture. */
export const toCameraReport = (rooms: Pick<RoomLogReads, 'pictureAddress'>, report: StoredCameraReport, userId: number): CameraReport => ({
  kind: report.kind,
  outcome: report.outcome,
  epoch: report.epoch,
  atMs: report.takenMs,
  receivedMs: report.receivedMs,
  url: report.hasPicture ? rooms.pictureAddress(report.attemptId, report.item, userId) : null,
});
