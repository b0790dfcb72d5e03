import { cn } from '../../../lib/cn.ts';
import { diffText } from '../../../lib/text-difference.ts';

/** Shows an answer and underlines the parts that the other version lacks. */
export function ChangedAnswer({ answer, other, className }: { answer: string; other: string; className?: string }) {
  return (
    <p className={cn('break-words whitespace-pre-wrap', className)}>
      {diffText(other, answer).map(({ text, isNew }, at) =>
        isNew ? (
          <mark key={at} className="border-b-2 border-primary bg-primary-soft text-inherit">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
