import { useEffect } from 'react';
import { parseAttachmentQuestion } from '../../../../../sync/engine/outbox/attachment.ts';
import type { SittingPaper } from '../../model/paper-order.ts';
import type { SittingController } from '../../model/sitting-controller.ts';

/** Opens the attachments if the paper asks for files or has some, so that save indicators and receipt count their chunks from the start. */
export function useAttemptFiles(desk: SittingController, attemptId: string, paper: SittingPaper | null): void {
  const asked = paper?.items.some((item) => item.files > 0) ?? [...desk.view().answers.keys()].some(parseAttachmentQuestion);
  useEffect(() => {
    if (!asked || desk.files) return;
    const open = async (): Promise<void> => {
      const { openAttemptFiles: openFilesHere } = await import('../../../../platform/exam-device/attempt-files.ts');
      const files = await openFilesHere(attemptId, desk.session);
      if (desk.files) files.close();
      else desk.withFiles(files);
    };
    void open().catch(console.error);
  }, [asked, desk, attemptId]);
}
