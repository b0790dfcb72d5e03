import { sectionType } from '../../../../sync/contract/codes.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { EvidenceItem } from './evidence-view.ts';

/** Formats an answer for people: "A C", "对", "220 · 50 Hz", or a text that says it was cleared. */
export function useAnswerText(): (item: Pick<EvidenceItem, 'options' | 'type'>, value: readonly string[]) => string {
  const { t } = useTranslation(['examPlan', 'ui']);
  return (item, value) => {
    if (value.every((text) => text.trim() === '')) return t('answerCleared');
    if (value.length === 1 && value[0] === 'T') return t('ui:true');
    if (value.length === 1 && value[0] === 'F') return t('ui:false');
    if (item.options.length === 0) return value.join(' · ');
    // The order in which a choice was clicked means nothing; the letters of an order or of pairs stand for their places.
    return item.type <= sectionType.judgement ? [...value].toSorted().join(' ') : value.map((id) => id || '–').join(' ');
  };
}
