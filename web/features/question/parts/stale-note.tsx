import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { Strip } from '../../../ui/strip.tsx';

interface StaleNoteProps {
  /** Who changed it, when and what, in words. */
  text: string;
  /** The question's page, with what they changed. */
  theirs: string;
  onTakeTheirs: () => void;
  onMerge: () => void;
}

/** Somebody else has changed the question since its text was begun here: theirs, mine, or mine over theirs. */
export function StaleNote({ text, theirs, onTakeTheirs, onMerge }: StaleNoteProps) {
  const { t } = useTranslation('question');
  const { t: ui } = useTranslation('ui');
  return (
    <Strip
      tone="seal"
      action={
        <span className="-my-1.5 flex shrink-0 flex-wrap justify-end gap-2">
          <Button size="sm" onClick={onTakeTheirs}>
            {ui('takeTheirs')}
          </Button>
          <Button size="sm" onClick={onMerge}>
            {ui('takeNewest')}
          </Button>
        </span>
      }
    >
      {text}
      <Link className="ml-2 underline underline-offset-4" target="_blank" to={theirs}>
        {t('seeTheirs')}
      </Link>
    </Strip>
  );
}
