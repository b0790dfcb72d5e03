import { useEffect, useState } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { UploadedFile } from '../../../../lib/files/upload.ts';
import { readDraftFile } from '../../../../platform/forms/draft-files.ts';
import { UploadWaitingRow } from '../../../../ui/form/upload-rows.tsx';
import { parseLocalFileId } from '../../local-files.ts';
import type { LocalFormFiles } from '../../use-local-form-files.ts';

interface KeptFileRowProps {
  file: UploadedFile;
  kept: LocalFormFiles;
  onRemove: () => void;
}

/** Shows a file that is on this device and not uploaded yet. */
export function LocalFileRow({ file, kept, onRemove }: KeptFileRowProps) {
  const { t } = useTranslation('filing');
  const id = parseLocalFileId(file.url) ?? '';
  const [here, setHere] = useState<File | null>(null);
  useEffect(() => {
    let isOver = false;
    void readDraftFile(id).then((found) => {
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
