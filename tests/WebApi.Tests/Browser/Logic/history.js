const { chartsOf, eventsOf, marksOf, pointsOf } = await load('lib/history.js');
const { choose, isInRange, LATEST, rangeParams, shownTime } = await load('lib/range.js');
const { axisOf, lanesOf, ticksOf } = await load('lib/lanes.js');
const now = '2026-01-02T12:00:00Z';
const at = (s) => new Date(Date.parse(now) - 1000 * s).toISOString();
const line = [{ key: 'perSecond', kind: 'traffic', name: 'handled' }];

test('what an address names is chosen, and stays chosen', () => {
  equal({ range: '1h' }, choose({ range: '1h' }, LATEST));
  equal({ range: '1h', from: 10, to: 20 }, choose({ from: '10', to: '20' }, { range: '1h' }));
  equal({ range: '24h' }, choose({}, { range: '24h' }));
  equal(LATEST, choose({ range: 'constructor', from: '20', to: '10' }, LATEST));
  equal([{}, { range: '1h' }], [rangeParams(LATEST), rangeParams({ range: '1h' })]);
});

test('a time has the finest steps that reach so far back', () => {
  const end = Date.parse(now) / 1000;
  equal({ from: end - 300, to: end, step: 5 }, shownTime(LATEST, now));
  equal(
    [5, 60, 300],
    [200, 2000, 20000].map((ago) => shownTime({ range: '5m', from: end - ago, to: end - ago + 60 }, now).step),
  );
});

test('something lies in a time if a part of it does', () => {
  const chosen = { range: '5m', from: Date.parse(at(100)) / 1000, to: Date.parse(at(50)) / 1000 };
  equal(
    [true, true, false],
    [isInRange(chosen, at(200), at(80)), isInRange(chosen, at(60)), isInRange(chosen, at(40))],
  );
});

test('points have clock times, what is there now is the last, and an hour earlier is beside them', () => {
  const steps = (step, age, values) => ({ step, age, perSecond: values, failures: values });
  const history = {
    now: { perSecond: 9 },
    steps: [
      steps(5, 2, [1, null, 3]),
      steps(
        60,
        20,
        Array.from({ length: 66 }, (_, i) => i),
      ),
    ],
  };
  const points = pointsOf(history, line, shownTime(LATEST, now), now);
  const end = Date.parse(now) / 1000;
  equal([end - 12, end - 7, end - 2, end], points.times);
  equal([1, null, 3, 9], points.values[0]);
  equal([5, 5, 5, 5], points.earlier[0]);
  equal(
    [null, null, null],
    pointsOf(history, [{ key: 'failures' }], shownTime(LATEST, now), now).earlier[0].slice(0, 3),
  );
});

test('troubles of one kind are one event, from the first begin to the last end', () => {
  const late = { kind: 'late', level: 'degraded', actorType: 'Bank', subject: '/user/bank', description: '', count: 1 };
  const findings = [
    { ...late, startedAt: at(60), endedAt: null },
    { ...late, startedAt: at(200), endedAt: at(100) },
    { ...late, kind: 'restarting', level: 'unhealthy', startedAt: at(30), endedAt: null },
    { ...late, startedAt: at(9000), endedAt: at(8000) },
  ];
  const marks = marksOf(
    { findings, changes: [{ at: at(90), what: 'the ratio is 0.5' }] },
    shownTime(LATEST, now),
    at(9999),
    now,
  );
  equal(
    ['changed', 'degraded', 'degraded', 'unhealthy'],
    marks.map((m) => m.kind),
  );
  const words = eventsOf(marks, now).map((e) => e.words);
  equal(
    [true, true, true],
    [
      words[0].endsWith('the ratio is 0.5'),
      words[1].startsWith('Restart loop Bank, '),
      words[2].startsWith('Old messages Bank, 2 times, '),
    ],
  );
  equal(true, words[2].endsWith(' to now'));
});

test('lanes that go on come first, and bars are parts of the axis', () => {
  const finding = (kind, from, to) => ({
    kind,
    level: 'degraded',
    actorType: 'A',
    subject: '/user/a',
    description: 'x',
    startedAt: at(from),
    endedAt: to == null ? null : at(to),
  });
  const axis = { from: Date.parse(at(100)) / 1000, to: Date.parse(now) / 1000 };
  const lanes = lanesOf([finding('lost', 50, 25), finding('late', 80, null), finding('lost', 100, 90)], axis);
  equal(
    [
      ['Old messages', 1],
      ['Lost messages', 2],
    ],
    lanes.map((l) => [l.kind, l.bars.length]),
  );
  equal([0.2, 1, true], [lanes[0].bars[0].from, lanes[0].bars[0].to, lanes[0].bars[0].isOpen]);
  equal(true, axisOf([], now).from < axis.to - 299);
  equal(true, ticksOf({ from: axis.to - 3600, to: axis.to }, 6).length <= 7);
});

test('each chart names the lines that it has', () =>
  equal(
    ['oldest that waits', 'p95 wait (slowest type)'],
    chartsOf.all[3].lines.map((l) => l.name),
  ));
