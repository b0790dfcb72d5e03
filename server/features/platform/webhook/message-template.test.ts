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

describe('message templates', () => {
  it('escape values, so that a value cannot change the message around it', () => {
    const json = renderMessage('{"to":"{{phone}}","text":"{{ name }}: {{planName}}"}', 'json', values);
    expect(JSON.parse(json)).toEqual({ to: '13800000000', text: '张"三"\\: 理论&技能' });
    const form = renderMessage('to={{phone}}&text={{name}}{{planName}}', 'form', { ...values, phone: '1&admin=1' });
    expect(Object.fromEntries(new URLSearchParams(form))).toEqual({ to: '1&admin=1', text: '张"三"\\理论&技能' });
    expect(renderMessage('{{name}}', 'json', { ...values, name: '{{phone}}' })).toBe('{{phone}}');
  });

  it('list placeholders that do not exist', () => {
    expect(listUnknownPlaceholders('{{name}} {{idNumber}} {{score}} {{score}} {{}}')).toEqual(['idNumber', 'score', '']);
    expect(listUnknownPlaceholders('{{constructor}}{{toString}}')).toEqual(['constructor', 'toString']);
  });

  it.each(['{"to":{{phone}}}', '{{name}}', '{"to":"{{phone}}"', 'to={{phone}}'])('refuse %s as JSON', (template) => {
    expect(isValidJsonTemplate(template)).toBe(false);
  });

  it('accept placeholders within JSON strings, and know whether they need a phone number', () => {
    expect(isValidJsonTemplate('{"to":["{{phone}}"],"text":"{{name}}"}')).toBe(true);
    expect([needsPhone('{{ phone }}'), needsPhone('{{name}}')]).toEqual([true, false]);
  });
});
