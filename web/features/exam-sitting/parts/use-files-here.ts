import { useEffect } from 'react';
import { questionOfFile } from '../../../../sync/engine/attachment.ts';
import type { SittingPaper } from '../model/paper-order.ts';
import type { SittingDesk } from '../model/sitting-desk.ts';

/** Opens the attachments if the paper asks for files or has some, so that save indicators and receipt count their chunks from the start. */
export function useFilesHere(desk: SittingDesk, attemptId: string, paper: SittingPaper | null): void {
  const asked = paper?.items.some((item) => item.files > 0) ?? [...desk.view().answers.keys()].some(questionOfFile);
  useEffect(() => {
    if (!asked || desk.files) return;
    const open = async (): Promise<void> => {
      const { openFilesHere } = await import('../../../platform/attempt-files.ts');
      const files = await openFilesHere(attemptId, desk.session);
      if (desk.files) files.close();
      else desk.withFiles(files);
    };
    void open().catch(console.error);
  }, [asked, desk, attemptId]);
}
