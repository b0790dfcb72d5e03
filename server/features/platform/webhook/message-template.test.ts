import { describe, expect, it } from 'vitest';
import { isValidJsonTemplate, listUnknownPlaceholders, type MessageValues, needsPhone, renderMessage } from './message-template.ts';

const values: MessageValues = {
  name: '张"三"\\',
  phone: '13800000000',
  ticketNo: '2026001',
  planName: '理论&技能',
  schoolName: '甲学院',
  certificateNumber: '',
  decision: '',
};

describe('templates of messages', () => {
  it('a value cannot change the message around it', () => {
    const json = renderMessage('{"to":"{{phone}}","text":"{{ name }}: {{planName}}"}', 'json', values);
    expect(JSON.parse(json)).toEqual({ to: '13800000000', text: '张"三"\\: 理论&技能' });
    const form = renderMessage('to={{phone}}&text={{name}}{{planName}}', 'form', { ...values, phone: '1&admin=1' });
    expect(Object.fromEntries(new URLSearchParams(form))).toEqual({ to: '1&admin=1', text: '张"三"\\理论&技能' });
    expect(renderMessage('{{name}}', 'json', { ...values, name: '{{phone}}' })).toBe('{{phone}}');
  });

  it('names placeholders that do not exist', () => {
    expect(listUnknownPlaceholders('{{name}} {{idNumber}} {{score}} {{score}} {{}}')).toEqual(['idNumber', 'score', '']);
    expect(listUnknownPlaceholders('{{constructor}}{{toString}}')).toEqual(['constructor', 'toString']);
  });

  it.each(['{"to":{{phone}}}', '{{name}}', '{"to":"{{phone}}"', 'to={{phone}}'])('refuses %s as JSON', (template) => {
    expect(isValidJsonTemplate(template)).toBe(false);
  });

  it('accepts placeholders within strings, and knows whether a phone is needed', () => {
    expect(isValidJsonTemplate('{"to":["{{phone}}"],"text":"{{name}}"}')).toBe(true);
    expect([needsPhone('{{ phone }}'), needsPhone('{{name}}')]).toEqual([true, false]);
  });
});
