import type { PointNote } from '../../../../sync/contract/marking/marking.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import { NoteEditor } from '../../../ui/entity/note-editor.tsx';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { AttachmentLinks } from '../../../ui/form/attachment-links.tsx';
import { formatScriptCode, type MarkingScript } from '../marking-queries.ts';

interface AnswerPanelProps {
  script: MarkingScript;
  active: boolean;
  notes: readonly PointNote[];
  /** Number of scoring points that a note can refer to. */
  points: number;
  onNotes: (notes: readonly PointNote[]) => void;
  className?: string;
}

/** Shows the answer with the marker's notes. A note may refer to one scoring point. */
export function AnswerPanel({ script, active, notes, points, onNotes, className }: AnswerPanelProps) {
  const { t } = useTranslation('marking');
  return (
    <Panel
      title={<span className="num">{t('code', { code: formatScriptCode(script.code) })}</span>}
      aside={
        <span className="num text-[13px] text-muted-foreground">
          {t('chars', { count: [...script.answer.replace(/\s/g, '')].length })}
          {notes.length > 0 && ` · ${t('noteCount', { count: notes.length })}`}
        </span>
      }
      bodyClassName="px-4 py-4"
      {...(className !== undefined && { className })}
    >
      <NoteEditor
        answer={script.answer}
        notes={notes}
        onNotes={onNotes}
        make={(note) => ({ ...note, point: null })}
        keys={active ? 'whole' : 'off'}
        more={(note, number, change) => (
          <select
            aria-label={t('notePointOf', { number })}
            value={note.point ?? ''}
            onChange={({ target }) => change({ point: target.value === '' ? null : Number(target.value) })}
            className="h-[30px] rounded-md border border-input bg-card px-1.5"
          >
            <option value="">{t('noPoint')}</option>
            {Array.from({ length: points }, (_, point) => (
              <option key={point} value={point}>
                {t('notePoint', { number: point + 1 })}
              </option>
            ))}
          </select>
        )}
        className="text-base leading-[1.9]"
      />
      <AttachmentLinks files={script.files} />
    </Panel>
  );
}
