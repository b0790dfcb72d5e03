import { expect, test } from 'vitest';
import { WebFaultCollector } from './web-faults.ts';

const report = {
  name: 'TypeError',
  message: 'x',
  frames: ['assets/a.js:1:2'],
  page: '/teacher/home',
  browser: 'Chrome 140',
  engine: null,
  times: 1,
};

function faults() {
  const time = { nowMs: 1000 };
  const logged: object[] = [];
  const log = (fields: object) => void logged.push(fields);
  return {
    time,
    logged,
    faults: new WebFaultCollector({ clock: { nowMs: () => time.nowMs }, logger: { info: log, warn: log, error: log } }),
  };
}

test('WebFaultCollector groups equal faults with count, first and last time, pages and browsers', () => {
  const { time, logged, faults: all } = faults();
  all.record(report, 'a');
  all.record({ ...report, message: 'y' }, 'a');
  time.nowMs = 2000;
  all.record({ ...report, page: '/student/home', browser: 'Edge 140' }, 'b');
  expect(all.newest).toEqual([
    {
      name: 'TypeError',
      message: 'x',
      frames: ['assets/a.js:1:2'],
      engine: null,
      count: 2,
      firstMs: 1000,
      lastMs: 2000,
      pages: ['/student/home', '/teacher/home'],
      browsers: ['Edge 140', 'Chrome 140'],
    },
    expect.objectContaining({ message: 'y', count: 1 }),
  ]);
  expect(logged).toHaveLength(3);
});

test('WebFaultCollector limits the faults of one machine and still accepts those of others', () => {
  const { logged, faults: all } = faults();
  for (let at = 0; at < 1000; at += 1) all.record({ ...report, message: `of ${at}` }, 'flood');
  expect(logged).toHaveLength(20);
  all.record(report, 'other');
  expect(all.newest[0]).toMatchObject({ message: 'x' });
  for (let at = 0; at < 1000; at += 1) all.record({ ...report, message: `of ${at}` }, `machine ${at}`);
  expect(logged).toHaveLength(600);
  expect(all.newest).toHaveLength(50);
});

test('WebFaultCollector groups engine faults by their part, with total count and last time', () => {
  const { time, faults: all } = faults();
  all.record({ ...report, engine: 'push' }, 'a');
  all.record({ ...report, engine: 'storage' }, 'a');
  time.nowMs = 5000;
  all.record({ ...report, engine: 'push', times: 9 }, 'a');
  expect(all.newest.map(({ engine, count, lastMs }) => [engine, count, lastMs])).toEqual([
    ['push', 10, 5000],
    ['storage', 1, 1000],
  ]);
});
