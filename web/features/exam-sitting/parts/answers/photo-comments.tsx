import type { PictureMark } from '../../../../../sync/contract/marking/picture-mark.ts';
import type { AttachmentManager, AttachmentState } from '../../../../../sync/engine/outbox/attached-files.ts';
import { useTranslation } from '../../../../lib/i18n.ts';
import { MarkedPicture } from '../../../../ui/entity/marked-picture.tsx';
import { useAttachmentPicture } from './attachment-row.tsx';

interface PhotoWordsProps {
  marks: readonly PictureMark[];
  files: AttachmentManager;
  views: readonly AttachmentState[];
}

/** Shows the teacher's notes on places of returned photos: on the photo if it is stored here, otherwise as text. */
export function PhotoComments({ marks, files, views }: PhotoWordsProps) {
  const { t } = useTranslation('examSitting');
  const byFile = Map.groupBy(marks, ({ file }) => file);
  return (
    <div role="note" className="mb-3.5">
      {[...byFile].map(([file, its]) => {
        const view = views.find(({ itemId }) => itemId === file);
        return view ? (
          <Here key={file} files={files} view={view} marks={its} />
        ) : (
          <MarkedPicture key={file} src="" alt="" marks={its} label={t('player.teacherSays')} />
        );
      })}
    </div>
  );
}

function Here({ files, view, marks }: { files: AttachmentManager; view: AttachmentState; marks: readonly PictureMark[] }) {
  const { t } = useTranslation('examSitting');
  return <MarkedPicture src={useAttachmentPicture(files, view)} alt={view.file.name} marks={marks} label={t('player.teacherSays')} />;
}
