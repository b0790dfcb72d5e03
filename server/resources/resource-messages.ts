import { toMidSentence, type Resource, type BilingualLabel } from '../../sync/contract/resource.ts';
import { type Message, say } from '../http/handler.ts';

const inSentence = ([zh, en]: BilingualLabel): Message => say(zh, toMidSentence(en));

/** Builds the messages of a resource with its own name and field names. */
export const createResourceMessages = (resource: Resource) => {
  const called = inSentence(resource.words);
  const fieldNames: Readonly<Record<string, Message>> = Object.fromEntries(
    Object.entries<{ readonly words?: BilingualLabel }>({ ...resource.shown, ...resource.fields }).flatMap(([field, { words }]) =>
      words === undefined ? [] : [[field, inSentence(words)]],
    ),
  );
  return {
    called,
    fieldNames,
    notFound: () => say(`没有这个${called['zh-CN']}`, `There is no such ${called.en}`),
    taken: (field: string) =>
      say(
        `已有${called['zh-CN']}用了这个${fieldNames[field]?.['zh-CN'] ?? field}`,
        `Another ${called.en} has this ${fieldNames[field]?.en ?? field} already`,
      ),
    invalid: () => say('有 1 处内容不符合要求', 'One field is not as required'),
  };
};
