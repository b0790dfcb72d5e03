import { describe, expect, test } from 'vitest';
import { readUploadReply, UploadFailure } from './upload.ts';

const faultOf = (status: number, body: string) => {
  const result = readUploadReply(status, body);
  return result instanceof UploadFailure ? { ...result.fault, code: result.code } : result;
};

describe('readUploadReply', () => {
  test('reports success for JSON with code 0 and an address', () => {
    expect(
      readUploadReply(200, '{"code":0,"msg":"","data":{"url":"/uploads/a.png","name":"图.png","sizeBytes":3,"type":"image/png"}}'),
    ).toEqual({
      url: '/uploads/a.png',
      name: '图.png',
      sizeBytes: 3,
      type: 'image/png',
    });
    expect(readUploadReply(200, '{"code":0,"data":{"url":"/uploads/a.png"}}')).toMatchObject({ url: '/uploads/a.png' });
  });

  test.each([
    ['{"code":1001,"msg":"图片不能超过 5 MB"}', '图片不能超过 5 MB', 1001],
    ['{"code":0,"msg":"","data":{}}', '{"code":0,"msg":"","data":{}}', 0],
    ['{"code":0,"msg":"","data":{"url":""}}', '{"code":0,"msg":"","data":{"url":""}}', 0],
    ['{"code":"0","data":{"url":"/x"}}', '{"code":"0","data":{"url":"/x"}}', null],
    ['<html>sign in to the Wi-Fi</html>', '<html>sign in to the Wi-Fi</html>', null],
    ['null', 'null', null],
    ['', '', null],
  ])('reports a failure for %s, with its text', (body, text, code) => {
    expect(faultOf(200, body)).toEqual({ kind: 'refused', text, code });
  });

  test.each([
    [413, '{"code":1008,"msg":"图片不能超过 5 MB"}', '图片不能超过 5 MB', 1008],
    [502, '<h1>Bad gateway</h1>', '', null],
    [404, '{"code":0,"data":{"url":"/x"}}', '', 0],
  ])('reports HTTP %i as an HTTP error', (status, body, text, code) => {
    expect(faultOf(status, body)).toEqual({ kind: 'http', status, text, code });
  });
});
