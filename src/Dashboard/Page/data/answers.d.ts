// The answers of the read API, as docs/dashboard.md describes them. TypeScript checks the page against them.

export interface Status {
  node: Node;
  now: string;
  health: string;
  worst: string;
  check: string | null;
  troubles: Trouble[];
  count: number;
  counts: TroubleCount[];
  ended: Finding[];
  unchecked: string[];
  historySeconds: number;
  historyKept: boolean;
  cluster: boolean;
  others: OtherNode[];
  systems: OtherSystem[];
  process: ProcessUse | null;
  degradedMessageAgeSeconds: number;
}

export interface OtherSystem {
  system: string;
  health: string;
  count: number;
  troubles: Trouble[];
}

export interface OtherNode {
  address: string;
  state: string;
  ageSeconds: number | null;
  health: string | null;
  troubles: Trouble[];
  unreachableSeconds: number | null;
  page: string | null;
}

export interface Node {
  system: string;
  address: string;
  machine: string;
  processId: number;
  application: string;
  version: string | null;
  startedAt: string;
  page: string | null;
}

export interface Trouble {
  kind: string;
  level: string;
  actorType: string;
  subject: string;
  description: string;
  durationSeconds: number;
  messageType: string;
  from: string;
  detail: string;
  count: number;
  latestSeconds: number | null;
  clearsSeconds: number | null;
}

export interface TroubleCount {
  kind: string;
  description: string;
  count: number;
}

export interface Finding {
  kind: string;
  level: string;
  actorType: string;
  subject: string;
  description: string;
  startedAt: string;
  endedAt: string | null;
  count: number;
}

export interface Timeline {
  startedAt: string;
  seconds: number;
  findings: Finding[];
  changes: TimelineChange[];
}

export interface TimelineChange {
  at: string;
  what: string;
}

export interface Type {
  figures: ActorType;
  utilization: number | null;
  drainSeconds: number | null;
  boundsUs: number[];
  waits: number[];
  works: number[];
  messages: MessageType[];
  deepest: Mailbox[];
  failures: Failure[];
}

export interface MessageType {
  type: string;
  messages: number;
  untraced: number;
  untracedBy: string | null;
  perSecond: number;
  waitSeconds: number | null;
  workSeconds: number | null;
  waitP95: DurationEstimate | null;
  workP95: DurationEstimate | null;
  waiting: number | null;
  recentFailures: number;
  senders: MessageSender[];
}

export interface MessageSender {
  type: string;
  address: string | null;
  perSecond: number;
}

export interface Failures {
  kept: number;
  rows: Failure[];
}

export interface Failure {
  actorType: string;
  errorType: string;
  messageType: string;
  asked: string | null;
  text: string | null;
  thrownIn: string | null;
  lastMinute: number;
  failures: number;
  firstSeconds: number;
  latestSeconds: number;
  actorPath: string;
  traceId: string | null;
  traceKept: boolean;
}

export interface Diagnosis {
  summary: string;
  causes: Cause[];
  unchecked: string[];
}

export interface Cause {
  kind: string;
  description: string;
  certainty: string;
  actorType: string;
  subject: string;
  durationSeconds: number | null;
  evidence: string[];
  nextStep: string;
}

export interface History {
  type: string | null;
  seconds: number;
  now: HistoryNow;
  steps: HistorySteps[];
}

export interface HistoryNow {
  perSecond: number;
  waiting: number;
  oldestUs: number | null;
  waitP95Us: number | null;
  workP95Us: number | null;
  processors: number | null;
  gcPauses: number | null;
  memoryBytes: number | null;
  heapBytes: number | null;
  poolThreads: number | null;
}

export interface HistorySteps {
  step: number;
  age: number;
  perSecond: Array<number | null>;
  failures: Array<number | null>;
  restarts: Array<number | null>;
  waiting: Array<number | null>;
  oldestUs: Array<number | null>;
  waitP95Us: Array<number | null>;
  workP95Us: Array<number | null>;
  processors: Array<number | null>;
  gcPauses: Array<number | null>;
  memoryBytes: Array<number | null>;
  heapBytes: Array<number | null>;
  poolThreads: Array<number | null>;
}

export interface Overview {
  system: string;
  seconds: number;
  window: number;
  figures: Figures;
  actors: ActorType[];
}

export interface Figures {
  perSecond: number;
  waiting: number;
  live: number;
  recentFailures: number;
  restarts: number;
}

export interface ActorType {
  type: string;
  category: string | null;
  namespace: string | null;
  perSecond: number;
  waiting: number;
  oldestSeconds: number | null;
  live: number;
  messages: number;
  failures: number;
  recentFailures: number;
  restarts: number;
  stashed: number;
  wait: Percentiles;
  work: Percentiles;
}

export interface Percentiles {
  p50: DurationEstimate | null;
  p95: DurationEstimate | null;
  p99: DurationEstimate | null;
}

export interface DurationEstimate {
  us: number;
  above: boolean;
}

export interface Actors {
  path: string;
  self: Actor;
  count: number | null;
  next: string | null;
  cut: boolean;
  looked: number | null;
  actors: Actor[];
  lastMessages: LastMessage[] | null;
}

export interface HandlerStack {
  problem: string | null;
  where: string | null;
  frames: string[];
}

export interface ActorState {
  path: string;
  actorType: string;
  problem: string | null;
  stateName: string | null;
  stateData: string | null;
  shown: string | null;
  awaits: boolean;
  waiting: number;
  stashed: number;
  timers: number | null;
  receiveTimeoutSeconds: number | null;
  children: number;
  childNames: string[];
}

export interface Actor {
  name: string;
  path: string;
  type: string | null;
  state: string;
  instrumented: boolean;
  depth: number;
  oldestSeconds: number | null;
  perSecond: number | null;
  messages: number | null;
  typeFailures: number;
  children: number;
}

export interface LastMessage {
  messageType: string;
  senderPath: string | null;
  startedAt: string;
  waitUs: number | null;
  workUs: number | null;
  outcome: string;
}

export interface Mailboxes {
  waiting: number;
  deepest: Mailbox[];
  oldest: Mailbox[];
  growing: Mailbox[];
}

export interface Mailbox {
  path: string;
  type: string;
  depth: number;
  oldestSeconds: number | null;
  perSecond: number | null;
  handledPerSecond: number | null;
}

export interface Traces {
  sampled: boolean;
  limited: boolean;
  taken: number;
  traces: TraceSummary[];
  actorTypes: string[];
  messageTypes: string[];
  roots: TraceRoot[];
}

export interface TraceSummary {
  id: string;
  name: string;
  messageType: string | null;
  startedAt: string;
  durationUs: number;
  failed: boolean;
  spans: number;
}

export interface TraceRoot {
  name: string;
  count: number;
  failed: number;
  p95Us: number;
}

export interface Trace {
  id: string;
  startedAt: string;
  durationUs: number;
  failed: boolean;
  whole: boolean;
  omitted: number;
  hops: Hop[];
  lines: Line[];
  nodes: TraceNode[];
}

export interface Hop {
  id: string;
  parentId: string | null;
  depth: number;
  node: string | null;
  isMessage: boolean;
  name: string;
  messageType: string | null;
  startUs: number;
  stashUs: number;
  waitUs: number;
  workUs: number;
  errorType: string | null;
  directive: string | null;
  links: string[];
  attributes: string[][];
}

export interface Line {
  at: string;
  spanId: string;
  level: string;
  category: string;
  text: string;
  failed: boolean;
}

export interface TraceNode {
  address: string;
  state: string;
  hops: number;
}

export interface Dispatchers {
  window: number;
  dispatchers: Dispatcher[];
  busy: BusyHandlers[];
  timers: PendingTimers[] | null;
  streams: StreamStage[] | null;
}

export interface StreamStage {
  name: string;
  running: number;
  elements: number;
  failures: number;
  waitsForDemand: number | null;
  oldestWaitSeconds: number | null;
}

export interface PendingTimers {
  actorType: string;
  pending: number;
}

export interface Dispatcher {
  id: string;
  runsPerSecond: number;
  busyThreads: number;
  delay: Percentiles;
  batch: number | null;
}

export interface MessagesAtWork {
  messages: MessageAtWork[];
  count: number;
}

export interface MessageAtWork {
  actorPath: string;
  actorType: string;
  messageType: string;
  state: string;
  startedAt: string;
  workSeconds: number;
  senderPath: string | null;
  traceId: string | null;
  thread: string | null;
}

export interface Busiest {
  seconds: number;
  actors: BusyActor[];
}

export interface BusyActor {
  path: string;
  type: string;
  work: number;
  perSecond: number;
  waitSeconds: number | null;
  failures: number;
  timed: number;
}

export interface Lost {
  rows: LostRow[];
  latest: LatestLost[];
}

export interface LatestLost {
  at: string;
  reason: string;
  messageType: string;
  senderPath: string | null;
  receiverPath: string;
  count: number;
  traceId: string | null;
  traceKept: boolean;
}

export interface LostRow {
  how: string;
  receiverType: string;
  senderType: string;
  messageType: string;
  reason: string;
  messages: number;
  sinceOpened: number;
}

export interface Logs {
  kept: number;
  omitted: number;
  matching: number;
  lines: LogLine[];
}

export interface LogLine {
  at: string;
  level: string;
  category: string;
  text: string;
  failed: boolean;
  traceId: string | null;
  traceKept: boolean;
}

export interface Cluster {
  self: string;
  sum: ClusterSum;
  nodes: ClusterNode[];
  regions: ClusterRegion[];
  wire: Wire[];
}

export interface ClusterSum {
  nodes: number;
  perSecond: number;
  waiting: number;
  live: number;
  failures: number;
  restarts: number;
  waitP95: DurationEstimate | null;
  workP95: DurationEstimate | null;
}

export interface ClusterNode {
  address: string;
  status: string;
  roles: string[];
  appVersion: string;
  age: number | null;
  leader: boolean;
  reachable: boolean;
  state: string;
  ageSeconds: number | null;
  node: Node | null;
  health: string | null;
  troubles: Trouble[];
  perSecond: number | null;
  waiting: number | null;
  live: number | null;
  failures: number | null;
  restarts: number | null;
  waitP95: DurationEstimate | null;
  workP95: DurationEstimate | null;
  singletons: string[];
  lateSeconds: number | null;
}

export interface ClusterRegion {
  type: string;
  node: string;
  shards: number;
  entities: number;
  ageSeconds: number;
  kept: number;
  busiest: ShardReport[];
}

export interface ShardReport {
  id: string;
  entities: number;
  perSecond: number | null;
}

export interface Wire {
  messageType: string;
  direction: string;
  messages: number;
  bytes: number;
  meanUs: number;
  large: number;
}

export interface Settings {
  token: string;
  mayChange: boolean;
  ratio: number | null;
  budget: number | null;
  canDebug: boolean;
  logLevels: LogLevel[];
  settings: EffectiveSetting[];
  rules: string[];
  changes: Change[];
  hasNodes: boolean;
  followed: Followed[];
}

export interface Followed {
  attribute: string | null;
  value: string | null;
  actors: string | null;
  messages: string | null;
  until: string;
  traces: number;
  mostTraces: number;
}

export interface NodeSaid {
  address: string;
  state: string;
  text: string;
  isMade: boolean;
}

export interface LogLevel {
  path: string;
  level: 'debug' | 'info' | 'warning' | 'error';
  seconds: number;
  lines: number;
}

export interface Change {
  id: number;
  at: string;
  who: string;
  what: string;
  canUndo: boolean;
  nodes: NodeSaid[] | null;
}

export interface Explanation {
  actorPath: string;
  actorType: string | null;
  messageType: string;
  reasons: string[];
  rules: string[];
}

export interface ChangeResult {
  changes: string[];
}

export interface ProcessUse {
  processors: number;
  gcPauses: number;
  workingSetBytes: number;
  heapBytes: number;
  memoryLimitBytes: number;
  poolThreads: number;
  poolQueue: number;
  wanted: number | null;
  processorLimit: number;
}

export interface FlowMap {
  seconds: number;
  flows: Flow[];
  omitted: number;
}

export interface Flow {
  senderType: string;
  messageType: string;
  receiverType: string;
  senderAddress: string | null;
  category: string | null;
  messages: number;
  perSecond: number;
  failures: number;
  waitSeconds: number | null;
  workSeconds: number | null;
}

export interface BusyHandlers {
  actorType: string;
  messageType: string;
  dispatcher: string;
  threads: number;
  bytesPerSecond: number;
}

export interface EffectiveSetting {
  key: string;
  value: string;
  origin: string;
}
