import { useEffect, useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { UploadedFile } from '../../../lib/upload.ts';
import { draftFileHere } from '../../../platform/draft-files.ts';
import { UploadWaitingRow } from '../../../ui/upload-rows.tsx';
import { keptId } from '../kept-answers.ts';
import type { KeptFiles } from '../use-kept-files.ts';

interface KeptFileRowProps {
  file: UploadedFile;
  kept: KeptFiles;
  onRemove: () => void;
}

/** Shows a file that is on this device and not uploaded yet. */
export function KeptFileRow({ file, kept, onRemove }: KeptFileRowProps) {
  const { t } = useTranslation('filing');
  const id = keptId(file.url) ?? '';
  const [here, setHere] = useState<File | null>(null);
  useEffect(() => {
    let isOver = false;
    void draftFileHere(id).then((found) => {
      if (!isOver) setHere(found);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  return (
    <UploadWaitingRow
      name={file.name}
      sizeBytes={file.sizeBytes ?? 0}
      file={here}
      note={t('fileWaits')}
      problem={kept.problems.get(file.url) ?? ''}
      onRetry={kept.retry}
      onRemove={onRemove}
    />
  );
}
