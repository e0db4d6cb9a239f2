const { beside, criticalPath, delays, isAsk, mermaidOf, niceStep, notableHop, rowsOf, sequenceOf, treeOf } =
  await load('lib/trace.js');
const hop = (id, depth, startUs, more = {}) => ({
  id: `${id}`,
  parentId: null,
  depth,
  node: null,
  startUs,
  isMessage: true,
  name: depth ? 'Worker' : 'Boss',
  messageType: 'Part',
  stashUs: 0,
  waitUs: 1,
  workUs: 2,
  errorType: null,
  directive: null,
  links: [],
  attributes: [],
  ...more,
});

test('messages that are alike are one row; what failed and what the trace waited for stays', () => {
  const hops = [
    hop(0, 0, 0),
    ...Array.from({ length: 20 }, (_, i) => hop(i + 1, 1, i < 19 ? 3 : 90, { errorType: i === 7 ? 'Broken' : null })),
  ];
  const tree = treeOf(hops);
  const rows = (opened) =>
    rowsOf(hops, tree, criticalPath(hops, tree), opened).map((r) =>
      r.fold ? `${r.hops.length} × ${r.hops[0].name}` : r.name,
    );
  equal(
    ['Boss', 'Worker', '17 × Worker', 'Worker', 'Worker'],
    rows(new Set()).sort((a, b) => 0),
  );
  const fold = rowsOf(hops, tree, criticalPath(hops, tree), new Set()).find((r) => r.fold).fold;
  equal(22, rows(new Set([fold])).length);
});

test('the critical path is what the trace waited for, one after the other', () => {
  const hops = [
    hop('a', 0, 0, { workUs: 1 }),
    hop('b', 1, 10, { workUs: 5 }),
    hop('c', 1, 12, { workUs: 1 }),
    hop('d', 1, 30, { workUs: 9 }),
  ];
  equal(
    ['a', 'b', 'd'],
    hops.filter((h) => criticalPath(hops, treeOf(hops)).has(h)).map((h) => h.id),
  );
});

test('an Ask ends with its answer, and its handler may go on beside the next Ask', () => {
  const hops = [
    hop('a', 0, 0, { workUs: 60 }),
    hop('q', 1, 10, { isMessage: false, workUs: 10 }),
    hop('h', 2, 11, { workUs: 30 }),
    hop('r', 1, 25, { isMessage: false, workUs: 20 }),
    hop('i', 2, 26, { workUs: 5 }),
  ];
  equal(
    ['a', 'q', 'h', 'r', 'i'],
    hops.filter((h) => criticalPath(hops, treeOf(hops)).has(h)).map((h) => h.id),
  );
});

test('more than twice the usual is unusual, from a millisecond on', () => {
  const usual = new Map([['Worker', { wait: 4000, work: 100 }]]);
  const one = hop('x', 0, 0, { waitUs: 9000, workUs: 900, attributes: [['akka.actor.type', 'Worker']] });
  equal([true, false], [beside(one, usual).wait.isOver, beside(one, usual).work.isOver]);
});

test('between the end of its cause and its arrival a message waited in no mailbox', () => {
  const hops = [hop('a', 0, 5000, { workUs: 900 }), hop('b', 1, 8000, { parentId: 'a', waitUs: 1000 })];
  equal([0, 1100], hops.map(delays(hops)));
});

test('a scale has steps that are easy to read', () => {
  equal([20, 200, 1000], [niceStep(100), niceStep(700), niceStep(5000)]);
});

test('what failed is looked at first, then what took longest', () => {
  const slow = hop('slow', 1, 0, { workUs: 99 });
  equal('slow', notableHop({ hops: [hop('a', 0, 0), slow] }).id);
  equal('bad', notableHop({ hops: [slow, hop('bad', 1, 0, { errorType: 'X' })] }).id);
});

test('who asks sends the question, although the Ask is a hop between the two', () => {
  const ask = (id, depth, given) =>
    hop(id, depth, 5, { isMessage: false, name: 'ask Part', messageType: 'Part', ...given });
  const question = (parentId) => hop('q', 2, 6, { parentId });
  const asker = hop('a', 0, 5);
  equal(
    ['caller', 'Boss', 'Worker'],
    sequenceOf({ hops: [asker, ask('k', 1, { parentId: 'a' }), { ...question('k'), name: 'Worker', attributes: [] }] })
      .actors,
  );
  equal(['caller', 'Worker'], sequenceOf({ hops: [ask('k', 0), question('k')] }).actors);
  equal(true, isAsk(ask('k', 0)));
  equal('b', notableHop({ hops: [ask('k', 0, { errorType: 'X' }), hop('b', 1, 6, { errorType: 'X' })] }).id);
});

test('the same as a sequence, in the order of time', () => {
  const trace = {
    hops: [
      hop('a', 0, 5),
      hop('b', 1, 20, { parentId: 'a', errorType: 'Shop.Broken', messageType: 'Do;it' }),
      hop('r', 0, 0, { isMessage: false }),
    ],
  };
  equal(
    { actors: ['caller', 'Boss', 'Worker'], omitted: 0 },
    (({ actors, omitted }) => ({ actors, omitted }))(sequenceOf(trace)),
  );
  equal(
    [
      'sequenceDiagram',
      '  participant a0 as caller',
      '  participant a1 as Boss',
      '  participant a2 as Worker',
      '  a0->>a1: Part (1 µs + 2 µs)',
      '  a1->>a2: Do it (1 µs + 2 µs)',
      '  Note over a2: Broken',
    ],
    mermaidOf(trace).split('\n'),
  );
});
