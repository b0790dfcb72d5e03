import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/primitives/button.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';

interface StaleNoteProps {
  /** Message on who changed the question, when, and which fields. */
  text: string;
  /** Address of the question's page with the other user's changes. */
  theirs: string;
  onTakeTheirs: () => void;
  onMerge: () => void;
}

/**
 * Reports that another user has changed the question since this form was opened, and offers three ways: take that version, keep the own text, or
 * merge.
 */
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
