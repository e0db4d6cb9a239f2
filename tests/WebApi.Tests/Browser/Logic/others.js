const { folded, recentErrors } = await load('lib/logs.js');
const { hitsOf } = await load('lib/search.js');
const { meaning } = await load('lib/threads.js');
const { backlogOf, trendOf } = await load('lib/mailboxes.js');
const { link, pageOf, parse } = await load('lib/links.js');
const { nextOf, lossReason, typeName } = await load('lib/words.js');
const { standing, figuresText } = await load('lib/nodes.js');

test('equal log lines that follow each other are one', () => {
  const log = (text, level = 'Warning', second = 0) => ({
    at: `2026-01-02T12:00:0${second}Z`,
    level,
    category: 'Shop',
    text,
    failed: level === 'Error',
    traceId: null,
  });
  const groups = folded([log('order 1 is late'), log('order 22 is late'), log('other'), log('order 3 is late')]);
  equal(
    [2, 1, 1],
    groups.map((g) => g.count),
  );
  equal(3, new Set(groups.map((g) => g.key)).size);
  equal(1, recentErrors([log('x', 'Error', 5), log('y', 'Warning', 5)], '2026-01-02T12:00:30Z'));
  equal(0, recentErrors([log('x', 'Error', 5)], '2026-01-02T12:09:00Z'));
});

test('one search leads to types, paths, traces, messages, entities and lines', () => {
  const known = { types: ['StockActor', 'BankActor'], messages: ['ReserveStock'], views: [['map', 'Map']] };
  const hits = (text) => hitsOf(text, known).map((h) => `${h.kind} ${h.href}`);
  equal([], hits('  '));
  equal(['type #/type?name=StockActor', 'message #/traces?message=ReserveStock'], hits('stock').slice(0, 2));
  equal(`trace #/traces?id=${'ab'.repeat(16)}`, hits('AB'.repeat(16))[0]);
  equal('actor #/actors?path=%2Fuser%2Fa', hits('/user/a')[0]);
  equal(
    ['actors named', 'entities named', 'log lines with'],
    hitsOf('42', known).map((h) => h.kind),
  );
});

test('busy threads beside busy processors have a meaning', () => {
  const wanted = [
    [[6.5, 0.2], 'The handlers hold threads and wait'],
    [[6.5, 0.2, 5], 'wait for processors that others use'],
    [[6.5, 0.2, null], 'It is held back'],
    [[6.5, 0.2, 0.3], 'The handlers hold threads and wait'],
    [[2, 1.8], 'The handlers compute'],
    [[0.1, 1.9], 'Most of the work is outside of handlers'],
    [[0.1, 0.1], 'Both are low'],
  ];
  for (const [args, words] of wanted) equal(true, meaning(...args).words.includes(words), words);
});

test('a backlog grows, shrinks or stays, and one actor can hold it', () => {
  equal(
    ['grows by 5.0/s', 'empty in 2.00 s', '–'],
    [
      trendOf({ depth: 9, perSecond: 5, oldestSeconds: 2 }),
      trendOf({ depth: 9, perSecond: -4.5, oldestSeconds: 2 }),
      trendOf({ depth: 9, perSecond: 5, oldestSeconds: 0.1 }),
    ],
  );
  const deepest = [{ path: '/user/a', depth: 50, perSecond: 5, oldestSeconds: 2 }];
  const backlog = backlogOf({ figures: { waiting: 50, live: 9 }, deepest, drainSeconds: null });
  equal(
    ['grows', true],
    [backlog.drain, backlog.sentence.startsWith('1 of 9 actors holds all waiting messages: /user/a')],
  );
});

test('addresses of odd names come back as they were, and only web pages are links', () => {
  const name = 'a/b?c=d&e#f %2F ü';
  equal({ name: 'type', params: { name } }, parse(link('type', { name })));
  equal('#/failures', link('failures', { actor: '_none', empty: '' }));
  equal(
    [null, null, 'http://x/akka/#/map'],
    [pageOf('javascript:alert(1)'), pageOf(null), pageOf('http://x/akka/', '#/map')],
  );
});

test('words for what has no page', () => {
  equal(
    ['code outside actors', 'there:0', 'Clerk'],
    [typeName('_none'), typeName('_remote', 'akka.tcp://there:0'), typeName('Clerk')],
  );
  equal(['no actor was there', 'constructor'], [lossReason('undelivered'), lossReason('constructor')]);
  equal(['Timeline', '#/timeline'], nextOf({ kind: 'toString', actorType: '', subject: '' }));
});

test('a node is described by its place in the cluster', () => {
  equal(
    'weakly up, oldest, leader, last heartbeat 7 s ago',
    standing({ status: 'weakly_up', age: 1, leader: true, reachable: true, lateSeconds: 7 }),
  );
  equal('left the cluster 30 s ago', figuresText({ state: 'gone', ageSeconds: 30 }));
});
