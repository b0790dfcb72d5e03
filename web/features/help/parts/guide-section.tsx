import { usePickText } from './use-pick-text.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { cn } from '../../../lib/cn.ts';
import type { GuideCase, GuideSection, GuideText, GuidePicture } from '../guide.ts';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';

/** Shows a picture of the product. Pictures are not stored for use without a network: then the guide is its text alone. */
function GuidePictureView({ picture: { src, width, height, shows } }: { picture: GuidePicture }) {
  const { i18n } = useTranslation('help');
  const pick = usePickText();
  const [isMissing, setMissing] = useState(false);
  // The pictures show the product in Chinese.
  if (isMissing || i18n.language !== 'zh-CN') return null;
  return (
    <figure className="flex break-inside-avoid flex-col gap-1.5 print:items-center print:gap-1">
      <img
        src={src}
        width={width}
        height={height}
        alt={pick(shows)}
        onError={() => setMissing(true)}
        className="h-auto max-h-[420px] w-auto max-w-full self-start rounded-lg border print:max-h-[50mm] print:self-center print:rounded-none"
      />
      <figcaption className="text-[13px] text-muted-foreground print:text-[9pt] print:text-inherit">{pick(shows)}</figcaption>
    </figure>
  );
}

/** Renders a sentence with its marks: `[name]` of the product, and commands between backticks. */
export function GuideSentence({ text }: { text: GuideText }) {
  const pick = usePickText();
  const parts = pick(text).split(/(\[[^\]]+\]|`[^`]+`)/);
  return parts.map((part, at) => {
    const inner = part.slice(1, -1);
    if (part.startsWith('[')) {
      return (
        <b
          key={`${at}${part}`}
          className="rounded-sm border bg-muted px-1 font-medium whitespace-nowrap print:border-0 print:bg-transparent print:px-0 print:font-semibold"
        >
          {inner}
        </b>
      );
    }
    if (part.startsWith('`')) {
      return (
        <code
          key={`${at}${part}`}
          className="rounded-sm bg-muted px-1 font-mono text-[0.92em] wrap-break-word print:bg-transparent print:px-0"
        >
          {inner}
        </code>
      );
    }
    return part;
  });
}

function Steps({ steps }: { steps: readonly GuideText[] }) {
  return (
    <ol className="flex flex-col gap-2.5 print:gap-1">
      {steps.map((step, at) => (
        <li key={step[0]} className="grid grid-cols-[1.75rem_1fr] break-inside-avoid print:grid-cols-[1.4rem_1fr]">
          <span aria-hidden className="num font-semibold text-primary">
            {at + 1}
          </span>
          <p>
            <GuideSentence text={step} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Lists situations with their remedies in two columns; one below the other on a narrow screen. */
function Cases({ cases }: { cases: readonly GuideCase[] }) {
  return (
    <dl className="overflow-hidden rounded-lg border print:rounded-none print:border-0 print:border-b">
      {cases.map(({ when, remedies }) => (
        <div
          key={when[0]}
          className="grid break-inside-avoid gap-x-4 gap-y-1 border-b px-3.5 py-2.5 last:border-b-0 sm:grid-cols-[10.5rem_1fr] print:grid-cols-[9.5rem_1fr] print:px-0 print:py-1"
        >
          <dt className="font-medium">
            <GuideSentence text={when} />
          </dt>
          <dd className="flex flex-col gap-1 print:gap-0.5">
            {remedies.map((text) => (
              <p key={text[0]}>
                <GuideSentence text={text} />
              </p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Renders one section of a guide: a lead, numbered steps, situations with remedies, cautions. */
export function GuideSectionView({ section }: { section: GuideSection }) {
  const pick = usePickText();
  const { id, title, lead, steps, cases, cautions, picture, newPage } = section;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={cn('flex scroll-mt-20 flex-col gap-3 print:gap-1', newPage && 'print:break-before-page')}
    >
      <h2 id={`${id}-title`} className="break-after-avoid border-b pb-1.5 text-lg font-[650] print:pb-0.5 print:text-[12pt]">
        {pick(title)}
      </h2>
      {lead && (
        <p className="text-muted-foreground print:text-inherit">
          <GuideSentence text={lead} />
        </p>
      )}
      {steps && <Steps steps={steps} />}
      {cases && <Cases cases={cases} />}
      {picture && <GuidePictureView picture={picture} />}
      {cautions?.map((caution) => (
        <Strip key={caution[0]} tone="kept" className="text-[length:inherit] print:border print:border-current print:px-2 print:py-1">
          <GuideSentence text={caution} />
        </Strip>
      ))}
    </section>
  );
}
