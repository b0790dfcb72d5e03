import { memo } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { cn } from '../../../../lib/cn.ts';

/** Sizes of question text in pixels; the first is the default. */
export const textSizes = { normal: 18, large: 21, huge: 25 } as const;
export type TextSize = keyof typeof textSizes;
const order = ['normal', 'large', 'huge'] as const;
const key = 'wenkao.textSize';
const looks = { normal: 'text-[13px]', large: 'text-base', huge: 'text-[19px]' };

export const getStoredTextSize = (): TextSize => order.find((size) => size === localStorage.getItem(key)) ?? 'normal';
export const storeTextSize = (size: TextSize): void => localStorage.setItem(key, size);

export const TextSizeChoice = memo(function TextSizeChoice({ size, onChange }: { size: TextSize; onChange: (size: TextSize) => void }) {
  const { t } = useTranslation('examSitting');
  return (
    <div role="group" aria-label={t('player.textSize')} className="flex flex-none overflow-hidden rounded-lg border">
      {order.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === size}
          aria-label={t(`player.size.${each}`)}
          title={t(`player.size.${each}`)}
          onClick={() => onChange(each)}
          className={cn(
            'grid h-9 w-9 place-items-center font-semibold',
            looks[each],
            each === size ? 'bg-primary-soft text-accent-foreground' : 'text-muted-foreground hover:bg-muted',
          )}
        >
          A
        </button>
      ))}
    </div>
  );
});
