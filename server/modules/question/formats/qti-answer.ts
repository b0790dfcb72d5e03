import type { QuestionDraft } from '../../../../sync/contract/question-file.ts';
import type { BlankRule } from '../../../../sync/contract/question.ts';
import type { Message } from '../../../http/handler.ts';
import { judgementOf, textOfBlanks } from './answer-text.ts';
import { isJudgementPair, wordOfOption } from './choice-words.ts';
import { analysisOf, optionLetter } from './foreign-words.ts';
import { formatMessages as messages } from './format-messages.ts';
import { blank } from './plain-html.ts';
import { qtiAttribute, type QtiHtml, qtiName } from './qti-html.ts';
import type { Remark } from './question-format.ts';
import { allOf, elementsOf, textOf, type XmlElement } from './xml-tree.ts';

interface Read {
  readonly draft: Partial<QuestionDraft>;
  readonly faults: readonly Remark[];
}
type Warn = (field: string, reason: Message) => void;

const unsupported: Readonly<Record<string, string>> = {
  matchinteraction: 'matching',
  associateinteraction: 'matching',
  orderinteraction: 'order',
  gapmatchinteraction: 'drag',
  graphicgapmatchinteraction: 'drag',
  graphicorderinteraction: 'hotspot',
  graphicassociateinteraction: 'hotspot',
  hotspotinteraction: 'hotspot',
  hottextinteraction: 'hotspot',
  selectpointinteraction: 'hotspot',
  positionobjectinteraction: 'hotspot',
  uploadinteraction: 'upload',
};

const below = (element: XmlElement): XmlElement[] => elementsOf(element).flatMap((child) => [child, ...below(child)]);
const named = (element: XmlElement, name: string): XmlElement[] => below(element).filter((one) => qtiName(one) === name);

/** Reads type, stem, options and key of an item from the interactions of its body. */
export function readQtiAnswer(item: XmlElement, body: XmlElement, html: QtiHtml, warn: Warn): Read {
  const interactions = below(body).filter((one) => qtiName(one).endsWith('interaction') && qtiName(one) !== 'endattemptinteraction');
  const kinds = [...new Set(interactions.map(qtiName))];
  const rubric = named(body, 'rubricblock').filter((block) => !isForCandidates(block));
  const skip = (element: XmlElement): string | undefined =>
    ['feedbackinline', 'feedbackblock', 'modalfeedback', 'stylesheet'].includes(qtiName(element)) ||
    (qtiName(element) === 'rubricblock' && !isForCandidates(element))
      ? ''
      : undefined;
  const out = (reason: Message): Read => ({ draft: { stem: html(body.children, skip) }, faults: [{ field: 'type', reason }] });
  const strange = kinds.find((kind) => kind in unsupported);
  if (strange !== undefined) return out(messages.unsupported(unsupported[strange] ?? strange));

  const feedback = feedbackOf(item, html);
  if (feedback.isOfParts) warn('analysis', messages.feedbackMoved());
  const reference = rubric.map((block) => bare(html(block.children))).join('<br>');
  const done = (draft: Partial<QuestionDraft>): Read => {
    // Only questions that people mark have a field for notes to markers.
    const isLost = draft.reference === undefined && reference !== '';
    if (isLost) warn('analysis', messages.scorerRubric());
    return {
      draft: { ...draft, analysis: [feedback.html, isLost ? reference : ''].filter((text) => text !== '').join('<br>') },
      faults: [],
    };
  };
  const [interaction] = interactions;
  if (interaction === undefined) return out(messages.unsupported('description'));

  if (kinds.every((kind) => kind === 'textentryinteraction' || kind === 'inlinechoiceinteraction')) {
    const rules: string[] = [];
    const stem = html(body.children, (element) => {
      const name = qtiName(element);
      if (name !== 'textentryinteraction' && name !== 'inlinechoiceinteraction') return skip(element);
      rules.push(blankOf(item, element, warn));
      return blank(rules.length);
    });
    return done({ type: 'fillIn', stem: bare(stem), answer: rules.includes('') ? '' : rules.join('\n') });
  }
  if (interactions.length > 1) return out(kinds.length > 1 ? messages.twoInteractions() : messages.unsupported('composite'));
  const around = (inner: (element: XmlElement) => string): string =>
    html(body.children, (element) => (element === interaction ? inner(element) : skip(element)));
  const prompt = (element: XmlElement): string =>
    named(element, 'prompt')
      .map((one) => html(one.children))
      .join('<br>');
  if (kinds[0] === 'extendedtextinteraction') return done({ type: 'questionAnswer', stem: bare(around(prompt)), reference });
  if (kinds[0] !== 'choiceinteraction') return out(messages.unsupported(kinds[0] ?? ''));

  const choices = named(interaction, 'simplechoice');
  const declared = declarationOf(item, interaction);
  const many = (declared && qtiAttribute(declared, 'cardinality')) === 'multiple';
  const right = rightOf(declared, many);
  if (isOwnLogic(item)) warn('answer', messages.responseLogic());
  const ids = choices.map((choice) => qtiAttribute(choice, 'identifier') ?? '');
  const options = choices.map((choice) => html(choice.children, skip));
  const stem = bare(around(prompt));
  const stray = right.filter((id) => !ids.includes(id));
  if (stray.length > 0)
    return {
      ...done({ type: many ? 'multiple' : 'single', stem, options, answer: '' }),
      faults: [{ field: 'answer', reason: messages.answerNotOption(stray.join(' ')) }],
    };
  if (isJudgementPair(options) && right.length === 1)
    return done({
      type: 'judgement',
      stem,
      answer: judgementOf(wordOfOption(options[ids.indexOf(right[0] ?? '')] ?? '')) === 'T' ? '对' : '错',
    });
  return done({
    type: many ? 'multiple' : 'single',
    stem,
    options,
    answer: right.map((id) => optionLetter(ids.indexOf(id))).join(''),
  });
}

/** Checks whether examinees see a rubric: `view` is a list of roles, and without it everybody sees the rubric. */
const isForCandidates = (block: XmlElement): boolean => /^$|\b(?:candidate|all)\b/i.test(qtiAttribute(block, 'view') ?? '');

/** Gathers the feedback of an item, each text once: modal feedback, then feedback of the body, with the letter of its option. */
function feedbackOf(item: XmlElement, html: QtiHtml): { readonly html: string; readonly isOfParts: boolean } {
  const whole = named(item, 'modalfeedback').map((each) => html(each.children));
  const options = named(item, 'simplechoice').flatMap((choice, at) =>
    named(choice, 'feedbackinline').map((each) => ({ name: optionLetter(at), html: html(each.children) })),
  );
  const inOptions = new Set(named(item, 'simplechoice').flatMap((choice) => named(choice, 'feedbackinline')));
  const others = [...named(item, 'feedbackblock'), ...named(item, 'feedbackinline')].filter((each) => !inOptions.has(each));
  const texts = [...new Set([...whole, ...others.map((each) => bare(html(each.children)))])].filter((text) => text !== '');
  return { html: analysisOf(texts.join('<br>'), options), isOfParts: options.length + others.length > 0 };
}

/** Removes line breaks at both ends, and a `<div>` around the whole text, which QTI requires but which means nothing. */
export const bare = (html: string): string => {
  let text = html.replace(/^(?:<br>\s*)+/, '').trimEnd();
  while (text.endsWith('<br>')) text = text.slice(0, -4).trimEnd();
  text = text.trimStart();
  return /^<div>((?:(?!<\/?div\b)[^])*)<\/div>$/.exec(text)?.[1] ?? text;
};

const declarationOf = (item: XmlElement, interaction: XmlElement): XmlElement | undefined =>
  elementsOf(item).find(
    (one) => qtiName(one) === 'responsedeclaration' && qtiAttribute(one, 'identifier') === qtiAttribute(interaction, 'responseidentifier'),
  );

const correctOf = (declared: XmlElement | undefined): string[] => {
  const correct = declared && elementsOf(declared).find((one) => qtiName(one) === 'correctresponse');
  return correct
    ? elementsOf(correct)
        .filter((one) => qtiName(one) === 'value')
        .map((one) => textOf(one).trim())
    : [];
};

/** Returns the declared right responses; if none are declared, the responses that the mapping gives credit for. */
function rightOf(declared: XmlElement | undefined, many: boolean): string[] {
  const correct = correctOf(declared);
  if (correct.length > 0 || declared === undefined) return correct;
  const entries = named(declared, 'mapentry').map((entry) => ({
    id: qtiAttribute(entry, 'mapkey') ?? '',
    credit: Number(qtiAttribute(entry, 'mappedvalue') ?? 0),
  }));
  const best = Math.max(0, ...entries.map((entry) => entry.credit));
  return entries.filter(({ credit }) => credit > 0 && (many || credit === best)).map(({ id }) => id);
}

/** Detects custom response processing, which uses neither the declared responses nor the mapping. */
function isOwnLogic(item: XmlElement): boolean {
  const processing = elementsOf(item).find((one) => qtiName(one) === 'responseprocessing');
  if (processing === undefined || qtiAttribute(processing, 'template') !== undefined) return false;
  const parts = below(processing).map(qtiName);
  return parts.length > 0 && !parts.includes('correct') && !parts.includes('mapresponse');
}

/** Returns the answers of a gap: the declared ones, and those to which the mapping gives the same credit. */
function blankOf(item: XmlElement, interaction: XmlElement, warn: Warn): string {
  const declared = declarationOf(item, interaction);
  if (!declared) return '';
  let texts = correctOf(declared);
  if (qtiName(interaction) === 'inlinechoiceinteraction') {
    warn('answer', messages.dropdownGap());
    const words = new Map(
      allOf(interaction, 'inlinechoice', 'qti-inline-choice').map((choice) => [
        qtiAttribute(choice, 'identifier') ?? '',
        textOf(choice).trim(),
      ]),
    );
    return lineOf({
      mode: 'text',
      anyOf: texts.map((id) => words.get(id) ?? '').filter((text) => text !== ''),
      ignoreCase: true,
      ignoreWidth: true,
    });
  }
  const entries = named(declared, 'mapentry').map((entry) => ({
    text: qtiAttribute(entry, 'mapkey') ?? '',
    credit: Number(qtiAttribute(entry, 'mappedvalue') ?? 0),
    exact: qtiAttribute(entry, 'casesensitive') === 'true',
  }));
  const best = Math.max(0, ...entries.map((entry) => entry.credit));
  for (const entry of entries)
    if (entry.credit > 0 && entry.credit < best && !texts.includes(entry.text))
      warn('answer', messages.partialCredit(`${entry.credit} ${entry.text}`));
  const full = entries.filter((entry) => entry.credit === best && best > 0);
  texts = [...new Set([...texts, ...full.map((entry) => entry.text)])].filter((text) => text !== '');
  const base = qtiAttribute(declared, 'basetype') ?? 'string';
  const [first = ''] = texts;
  if (base === 'float' || base === 'integer') {
    if (texts.length > 1) warn('answer', messages.severalNumbers());
    const tolerance = toleranceOf(item, qtiAttribute(interaction, 'responseidentifier') ?? '');
    return first === '' ? '' : `#${first}${tolerance === '' ? '' : `±${tolerance}`}`;
  }
  return lineOf({ mode: 'text', anyOf: texts, ignoreCase: full.length === 0 || !full.some((entry) => entry.exact), ignoreWidth: true });
}

const lineOf = (rule: Extract<BlankRule, { mode: 'text' }>): string => (rule.anyOf.length === 0 ? '' : textOfBlanks([rule]));

/** Reads the tolerance of a response from `<equal toleranceMode="absolute" tolerance="0.5">`. */
function toleranceOf(item: XmlElement, response: string): string {
  const equal = named(item, 'equal').find(
    (one) =>
      qtiAttribute(one, 'tolerancemode') === 'absolute' &&
      below(one).some((part) => qtiName(part) === 'variable' && qtiAttribute(part, 'identifier') === response),
  );
  const tolerance = equal && (qtiAttribute(equal, 'tolerance') ?? '').trim().split(/\s+/)[0];
  return tolerance === undefined || Number(tolerance) === 0 || Number.isNaN(Number(tolerance)) ? '' : tolerance;
}
