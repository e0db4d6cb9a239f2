const { cardsOf, verdictOf, endedText } = await load('lib/cards.js');
const { incidentText } = await load('lib/incident.js');
const trouble = (kind, actorType, subject, description, more = {}) => ({
  kind,
  level: 'degraded',
  actorType,
  subject,
  description,
  durationSeconds: 5,
  messageType: '',
  from: '',
  detail: '',
  count: 1,
  latestSeconds: null,
  clearsSeconds: null,
  ...more,
});
const cause = (kind, actorType, subject, description, more = {}) => ({
  kind,
  actorType,
  subject,
  description,
  certainty: 'certain',
  durationSeconds: 5,
  evidence: [],
  nextStep: 'Look.',
  ...more,
});
const status = (troubles, more = {}) => ({
  now: '2026-01-02T20:20:00Z',
  health: 'degraded',
  worst: 'degraded',
  check: 'akka',
  troubles,
  count: troubles.length,
  counts: [],
  others: [],
  systems: [],
  ended: [],
  unchecked: [],
  node: { system: 'shop', address: 'akka://shop', machine: 'vm', processId: 42, application: 'App', version: '1.0' },
  ...more,
});

test('a type has one card with all its troubles and its cause', () => {
  const cards = cardsOf(
    status([
      trouble('restarting', 'Van', '/user/van', '16 restarts in 60 s', { level: 'unhealthy' }),
      trouble('late', 'Clerk', '/user/clerk', 'old'),
      trouble('failing', 'Van', '/user/van', '16 failures in 60 s: Broken: no, thrown in Van.Drive'),
    ]),
    [cause('restart_loop', 'Van', '/user/van', 'Van restarts again and again: Broken: no.')],
  );
  equal(
    ['Van', 'Clerk'],
    cards.map((c) => c.name),
  );
  equal(
    ['Restart loop', 'Failing'],
    cards[0].lines.map((l) => l.words),
  );
  equal(['Its failures', '#/failures?actor=Van'], cards[0].next);
  equal(['Its figures', '#/type?name=Clerk'], cards[1].next);
});

test('no fact stands on a card twice', () => {
  const trace = 'f'.repeat(32);
  const [card] = cardsOf(
    status([
      trouble('failing', 'Van', '/user/van', '16 failures in 60 s: Broken: no, thrown in Van.Drive'),
      trouble('blocking', 'Van', '/user/van', `Go blocks for 4 s, trace ${trace}`, {
        detail: 'thread 5 (.NET TP Worker)',
      }),
    ]),
    [
      cause('restart_loop', 'Van', '/user/van', 'Van restarts again and again: Broken: no.', {
        evidence: [
          '16 failures of Van in 60 s: Broken: no',
          `not returned, on thread 5 (.NET TP Worker) of d, trace ${trace}`,
          'one more fact',
          'two more facts',
          'three more',
        ],
      }),
    ],
    [{ actorType: 'Van', errorType: 'Broken', text: 'no', latestSeconds: 1 }],
  );
  equal('16 failures in 60 s, thrown in Van.Drive', card.lines[0].what);
  equal(['not returned, on thread 5 (.NET TP Worker) of d', 'one more fact', 'two more facts'], card.evidence);
  equal('', card.lines[1].more);
  equal(null, card.failure);
});

test("the exception's text is there where no line has it", () => {
  const [card] = cardsOf(
    status([trouble('restarting', 'Van', '/user/van', '9 restarts in 60 s')]),
    [],
    [{ actorType: 'Van', errorType: 'Broken', text: 'no fuel', latestSeconds: 1, traceId: 'abc' }],
  );
  equal('no fuel', card.failure.text);
});

test('the children of a pool are one line with the number of all', () => {
  const [card] = cardsOf(
    status([...Array(20).keys()].map((i) => trouble('late', 'Clerk', `/user/clerks/${i}`, 'old', { count: 25 }))),
    [],
  );
  equal('25 actors, the worst: old', card.lines[0].what);
  equal('/user/clerks/0, /user/clerks/1, /user/clerks/2 and 22 more', card.place);
});

test('two causes that differ only by message are two', () => {
  const [card] = cardsOf(
    status([]),
    ['One', 'Other'].map((m) => cause('unhandled', 'Clerk', '/user/clerk', `Clerk does not handle ${m}.`)),
  );
  equal('Clerk does not handle One.', card.why.description);
  equal(
    ['Clerk does not handle Other.'],
    card.others.map((c) => c.description),
  );
});

test('a node that is away comes first, and only a web address is a link to its page', () => {
  const node = (page, i) => ({
    address: `akka.tcp://shop@there:${i}`,
    state: 'unreachable',
    ageSeconds: 9,
    unreachableSeconds: 7,
    health: null,
    troubles: [],
    page,
  });
  const cards = cardsOf(
    status([trouble('growing', 'Routee', '/user/a', '9 wait')], {
      others: [node('javascript:alert(1)', 0), node('http://127.0.0.1:9/akka/', 1)],
    }),
    [],
  );
  equal(
    ['node there:0', 'node there:1', 'Routee'],
    cards.map((c) => c.name),
  );
  equal(
    [
      ['Cluster', '#/cluster'],
      ['Its page', 'http://127.0.0.1:9/akka/'],
    ],
    cards.slice(0, 2).map((c) => c.next),
  );
});

test('what is said about another node stands on its one card', () => {
  const address = 'akka.tcp://shop@there:1';
  const others = [
    { address, state: 'silent', ageSeconds: 9, unreachableSeconds: null, health: null, troubles: [], page: null },
  ];
  const cards = cardsOf(
    status([trouble('late_node', '', address, 'its heartbeat is late')], { others }),
    [
      cause('unreachable_node', '', address, 'The process has ended.', { evidence: ['a', 'b', 'c', 'd'] }),
      cause('late_node', '', address, 'Its heartbeats are late.'),
    ],
  );
  equal(
    [['node there:1', 'The process has ended.', 3, 1]],
    cards.map((c) => [c.name, c.why?.description, c.evidence.length, c.others.length]),
  );
  equal(['No answer', 'Late node'], cards[0].lines.map((line) => line.words));
});

test('the evidence does not repeat the worst of several actors', () => {
  const [card] = cardsOf(
    status([
      trouble('restarting', 'Bank', '/user/a', '204 restarts in 60 s'),
      trouble('restarting', 'Bank', '/user/b', '8 restarts in 60 s'),
    ]),
    [cause('restart_loop', 'Bank', '/user/a', 'It restarts.', { evidence: ['204 restarts of /user/a, and 1 more'] })],
  );
  equal([], card.evidence);
});

test('what is unknown to this version leads to the timeline', () => {
  const [one, other] = cardsOf(status([]), [
    cause('ask_timeout', '', '', 'Asks time out.'),
    cause('of-a-later-version', '', '', 'Something.'),
  ]);
  equal(['this node', 'this node'], [one.name, other.name]);
  equal(['#/traces?order=failed', '#/timeline'], [one.next[1], other.next[1]]);
});

test('the verdict tells an alert, what looks unusual, and what is elsewhere', () => {
  const healthy = { health: 'healthy', worst: 'healthy' };
  equal('Nothing is wrong', verdictOf(status([], healthy), []).summary);
  equal('No alert yet, but one thing looks unusual', verdictOf(status([], healthy), [{}]).summary);
  const systems = [{ system: 'billing', health: 'unhealthy', count: 1, troubles: [] }];
  const elsewhere = verdictOf(status([], { health: 'healthy', worst: 'unhealthy', systems }), []);
  equal(
    ['Healthy here', 'Nothing is wrong with this one; the actor system billing is unhealthy'],
    [elsewhere.word, elsewhere.summary],
  );
});

test('what is counted says when it clears, and what has ended how long it was', () => {
  const [card] = cardsOf(
    status([trouble('failing', 'A', '/user/a', 'x', { latestSeconds: 12, clearsSeconds: 48 })]),
    [],
  );
  equal('latest 12 s ago, clears in 48 s', card.lines[0].more);
  const ended = {
    kind: 'lost',
    actorType: 'Bank',
    subject: '/user/bank',
    description: '90 lost',
    startedAt: new Date(2026, 0, 2, 20, 17, 53),
    endedAt: new Date(2026, 0, 2, 20, 19, 0),
  };
  equal('Ended 20:19:00 after 67 s: Lost messages Bank, 90 lost', endedText(ended));
});

test('the text for the incident has times, evidence, the command and the address', () => {
  const now = status([trouble('blocking', 'Van', '/user/van', 'Go blocks for 4 s')]);
  const [card] = cardsOf(now, [
    cause('blocked_thread', 'Van', '/user/van', 'Van blocks its thread.', { evidence: ['on thread 5'] }),
  ]);
  equal(
    [
      'DEGRADED: Van /user/van',
      'App 1.0, akka://shop on vm, process 42',
      'Since 2026-01-02 20:19:55 UTC, for 5 s. As of 2026-01-02 20:20:00 UTC.',
      '',
      'Blocked thread: Go blocks for 4 s',
      'Why: Van blocks its thread. (certain)',
      '  - on thread 5',
      'Next: Look.',
      '  $ dotnet-stack report --process-id 42',
      '',
      'http://x/akka/#/overview',
    ],
    incidentText(card, now, 'http://x/akka/#/overview').split('\n'),
  );
});
