const format = await load('lib/format.js');

test('durations are in the largest unit that keeps three digits', () => {
  const wanted = [
    ['–', null],
    ['0', 0],
    ['< 1 µs', 0.4],
    ['3.3 µs', 3.345],
    ['999 µs', 999],
    ['1.00 ms', 1000],
    ['12.3 ms', 12345],
    ['1.50 s', 1.5e6],
    ['2.0 min', 120e6],
  ];
  for (const [text, us] of wanted) equal(text, format.duration(us));
});

test('a percentile above the last bound is more than that', () => {
  equal('> 5.0 min', format.estimate({ us: 3e8, above: true }));
  equal('5.0 min', format.estimate({ us: 3e8, above: false }));
  equal('–', format.estimate(null));
});

test('long times have two units', () => {
  equal('15 h 25 min', format.seconds(55506));
  equal('119 s', format.ago(119));
  equal('2 d 1 h', format.ago(2 * 86400 + 3700));
});

test('attributes in seconds have the unit of the figures beside them', () => {
  equal('3.3 µs', format.attribute('akka.mailbox.wait.duration', '0.000003345'));
  equal('7', format.attribute('order', '7'));
});

test('one is no plural', () => {
  equal('1 restart', format.some(1, 'restart'));
  equal('0 restarts', format.some(0, 'restart'));
  equal('3 children', format.some(3, 'child', 'children'));
});
