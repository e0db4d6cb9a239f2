const { folding, openName, pairsOf, shareOf, shortNames, sumOf } = await load('lib/flows.js');
const { layoutOf, cut } = await load('lib/layout.js');
const flow = (senderType, receiverType, more = {}) => ({
  senderType,
  receiverType,
  messageType: 'M',
  senderAddress: null,
  category: null,
  messages: 60,
  perSecond: 1,
  failures: 0,
  waitSeconds: null,
  workSeconds: null,
  ...more,
});

test('of more types than can be read those of one namespace are one box until it is opened', () => {
  const flows = Array.from({ length: 120 }, (_, i) => flow(`Shop${i}Actor`, `Shop${(i + 12) % 120}Actor`));
  const actors = Array.from({ length: 120 }, (_, i) => ({
    type: `Shop${i}Actor`,
    namespace: `Company.Shop.Part${i % 12}`,
  }));
  const closed = folding(flows, actors, new Set());
  equal(12, new Set(flows.map((f) => closed(f.senderType))).size);
  equal('Part3', openName(closed('Shop3Actor')));
  equal('Shop3Actor', folding(flows, actors, new Set(['Part3']))('Shop3Actor'));
});

test('few types are boxes of their own', () =>
  equal('A', folding([flow('A', 'B')], [{ type: 'A', namespace: 'X.Y' }], new Set())('A')));

test('a namespace that all share is not repeated', () => {
  const short = shortNames(['Shop.Orders.OrderActor', 'Shop.Orders.StockActor', 'Shop.Bank.BankActor']);
  equal(['Orders.OrderActor', 'Bank.BankActor'], [short('Shop.Orders.OrderActor'), short('Shop.Bank.BankActor')]);
  equal('Shop.A', shortNames(['Shop.A', 'B'])('Shop.A'));
});

test('one arrow for each pair, with the share that failed', () => {
  const [pair] = pairsOf([flow('A', 'B', { failures: 6 }), flow('A', 'B', { messageType: 'N' })]);
  equal([2, ['M', 'N'], 0.05], [pair.perSecond, pair.messages, shareOf(pair)]);
  equal(1, shareOf({ failures: 5, messages: 3 }));
});

test('a mean is that of all messages', () => {
  equal(
    '0.30',
    sumOf([
      flow('A', 'B', { perSecond: 3, waitSeconds: 0.2 }),
      flow('A', 'B', { perSecond: 1, waitSeconds: 0.6 }),
    ]).wait.toFixed(2),
  );
});

test('types that are named like the members of every object are laid out', async () => {
  const dagre = await load('vendor/dagre.js');
  const names = [
    ['constructor', '__proto__'],
    ['__proto__', 'toString'],
    ['toString', 'toString'],
  ];
  const { boxes, arrows } = layoutOf(
    dagre,
    pairsOf(names.map(([a, b]) => flow(a, b))),
    (n) => n,
    () => '',
  );
  equal(['__proto__', 'constructor', 'toString'], boxes.map((b) => b.type).sort());
  equal(3, arrows.filter((a) => /^M[\d. ]/.test(a.d)).length);
});

test('a long chain turns round at the end of the window, and its letters can be read', async () => {
  const dagre = await load('vendor/dagre.js');
  const chain = pairsOf(Array.from({ length: 26 }, (_, i) => flow(`Something${i}Actor`, `Something${i + 1}Actor`)));
  const layout = layoutOf(
    dagre,
    chain,
    (n) => n,
    () => '12 waiting · 30 % busy',
    { width: 1200, height: 560 },
  );
  equal(false, layout.isDense);
  const scale = Math.min(1200 / layout.width, 560 / layout.height);
  equal(true, scale > 0.6, `scale ${scale}`);
  equal(27, layout.boxes.length);
  const inside = (b) => b.x - b.width / 2 >= -1 && b.x + b.width / 2 <= layout.width + 1;
  equal([], layout.boxes.filter((b) => !inside(b)).map((b) => b.type));
  const apart = layout.boxes.every((a) =>
    layout.boxes.every(
      (b) => a === b || Math.abs(a.x - b.x) >= (a.width + b.width) / 2 || Math.abs(a.y - b.y) >= a.height,
    ),
  );
  equal(true, apart, 'boxes lie on each other');
});

test('a long name loses its middle', () =>
  equal('Company.Dep…othingActor', cut('Company.Department.NothingActor', 24)));
