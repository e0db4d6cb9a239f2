const { partsOf } = await load('lib/rich.js');
const links = (text, names) =>
  partsOf(text, names)
    .filter((p) => p.href)
    .map((p) => [p.words, p.href]);
const figures = (text) =>
  partsOf(text)
    .filter((p) => p.isFigure)
    .map((p) => p.words);

test('nothing of a sentence gets lost', () => {
  const text = 'at 2026-05-17T10:00:00Z 20 s (/user/a), 5.5 ms; trace 0123456789abcdef0123456789abcdef.';
  equal(
    text,
    partsOf(text)
      .map((p) => p.words)
      .join(''),
  );
});

test('a path keeps its odd letters and loses the punctuation behind it', () => {
  equal(
    [['/user/a;b=1,c/$x:(y)', '#/actors?path=%2Fuser%2Fa%3Bb%3D1%2Cc%2F%24x%3A%28y%29']],
    links('sent by Clerk (/user/a;b=1,c/$x:(y)), often'),
  );
  equal(
    ['/user/a', '/user/b', '/system/sharding/ent/3'],
    links('/user/a, /user/b: /system/sharding/ent/3.').map(([words]) => words),
  );
});

test('numbers stand out with their unit, and times do not', () => {
  equal(['20', '60 s', '1.5 ms', '40 %'], figures('20 failures in 60 s, 1.5 ms or 40 %'));
  equal(['398', '60 s'], figures('398 failures in 60 s: Broken'));
  equal([], figures('since 20:36:39, at 2026-05-17T10:00:00Z, $1 of v2 and http2'));
});

test('an exception is one word', () =>
  equal(
    ['Shop.Bank.LineDroppedException'],
    partsOf('It fails: Shop.Bank.LineDroppedException: the line, thrown in Bank.ctor')
      .filter((p) => p.isException)
      .map((p) => p.words),
  ));

test('traces and types that are known are links', () => {
  const trace = '0123456789abcdef0123456789abcdef';
  equal([[trace, `#/traces?id=${trace}`]], links(`in trace ${trace}.`));
  equal(
    [['Shop.Clerk', '#/type?name=Shop.Clerk']],
    links('Shop.Clerk, not Shop.Clerks or Shop.Clerk<T>', ['Shop.Clerk']),
  );
  equal(
    ['Clerk', 'ClerkActor'],
    links('Clerk asks ClerkActor', ['Clerk', 'ClerkActor']).map(([words]) => words),
  );
});
