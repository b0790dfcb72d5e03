import { messagePlaceholders, type MessageType } from '../../../../sync/contract/platform/webhook.ts';

/** Values for the placeholders of a message template; '' where an event has no such value. */
export type MessageValues = Readonly<Record<(typeof messagePlaceholders)[number], string>>;

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;
const knownPlaceholders: ReadonlySet<string> = new Set(messagePlaceholders);

const escapes: Readonly<Record<MessageType, (text: string) => string>> = {
  json: (text) => JSON.stringify(text).slice(1, -1),
  form: encodeURIComponent,
  text: String,
};

/** `Content-Type` header of each format that a message body can have. */
export const messageContentTypes: Readonly<Record<MessageType, string>> = {
  json: 'application/json; charset=utf-8',
  form: 'application/x-www-form-urlencoded; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

/** Lists the placeholders of a template that do not exist. */
export const listUnknownPlaceholders = (template: string): string[] => [
  ...new Set([...template.matchAll(placeholder)].map(([, name = '']) => name).filter((name) => !knownPlaceholders.has(name))),
];

/** Tells whether a template needs a phone number. */
export const needsPhone = (template: string): boolean => [...template.matchAll(placeholder)].some(([, name]) => name === 'phone');

/** Fills a template in. Values are escaped for the kind of body, so that a name cannot change the message around it. */
export const renderMessage = (template: string, type: MessageType, values: MessageValues): string =>
  template.replaceAll(placeholder, (_whole, name: string) => escapes[type](values[name as keyof MessageValues] ?? ''));

/** Tells whether a template makes valid JSON with any values: each placeholder stands within a string. */
export function isValidJsonTemplate(template: string): boolean {
  const values = Object.fromEntries(messagePlaceholders.map((name) => [name, 'a "b" \\ c'])) as MessageValues;
  try {
    JSON.parse(renderMessage(template, 'json', values));
    return true;
  } catch {
    return false;
  }
}
