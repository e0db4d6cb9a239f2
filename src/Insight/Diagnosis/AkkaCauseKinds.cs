using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>The values of <see cref="AkkaCause.Kind"/>. They do not change; later versions may add more.</summary>
[Experimental(Experiments.DiagnosisId)]
public static class AkkaCauseKinds
{
    /// <summary>This process was suspended for a time.</summary>
    public const string StoodStill = "stood_still";

    /// <summary>This node cannot reach most of the others.</summary>
    public const string CutOff = "cut_off";

    /// <summary>The process gets less processor time than it needs.</summary>
    public const string ProcessorsShort = "processors_short";

    /// <summary>The cluster cannot reach a member.</summary>
    public const string UnreachableNode = "unreachable_node";

    /// <summary>Heartbeats of another node are late.</summary>
    public const string LateNode = "late_node";

    /// <summary>A handler holds its thread.</summary>
    public const string BlockedThread = "blocked_thread";

    /// <summary>A handler held its thread until a minute ago.</summary>
    public const string BlockedThreadEnded = "blocked_thread_ended";

    /// <summary>Work waits for a thread of the pool.</summary>
    public const string StarvedPool = "starved_pool";

    /// <summary>Actors wait for a thread of their dispatcher.</summary>
    public const string StarvedDispatcher = "starved_dispatcher";

    /// <summary>A journal or a snapshot store fails or rejects requests.</summary>
    public const string FailingStore = "failing_store";

    /// <summary>The handler of replayed events of a persistent actor throws.</summary>
    public const string CannotRecover = "cannot_recover";

    /// <summary>Actors of a type fail while they start.</summary>
    public const string CannotStart = "cannot_start";

    /// <summary>A journal takes long to write.</summary>
    public const string SlowStore = "slow_store";

    /// <summary>Persistent actors do not end their recovery.</summary>
    public const string SlowRecovery = "slow_recovery";

    /// <summary>A shard or a coordinator of shards restarted.</summary>
    public const string ShardRestart = "shard_restart";

    /// <summary>A circuit breaker of the application refuses calls.</summary>
    public const string OpenCircuit = "open_circuit";

    /// <summary>The heap is close to its limit.</summary>
    public const string MemoryShort = "memory_short";

    /// <summary>The garbage collector stops all threads for much of the time.</summary>
    public const string GcPauses = "gc_pauses";

    /// <summary>Most of the messages that wait are in the actor's stash.</summary>
    public const string GrowingStash = "growing_stash";

    /// <summary>Two actor types ask each other, and both time out.</summary>
    public const string AskCircle = "ask_circle";

    /// <summary>Nearly all messages of a pool wait for one routee.</summary>
    public const string SlowRoutee = "slow_routee";

    /// <summary>A handler awaits while other messages wait.</summary>
    public const string Awaiting = "awaiting";

    /// <summary>An actor restarts too often.</summary>
    public const string RestartLoop = "restart_loop";

    /// <summary>An actor type sends itself messages that fail.</summary>
    public const string PoisonMessage = "poison_message";

    /// <summary>The cluster removed a member.</summary>
    public const string LostNode = "lost_node";

    /// <summary>The scheduler sends messages late.</summary>
    public const string LateTimers = "late_timers";

    /// <summary>What follows a named stage of a stream asks for no more elements.</summary>
    public const string StalledStream = "stalled_stream";

    /// <summary>Messages of one type wait in a priority mailbox, because others come first.</summary>
    public const string StarvedMessages = "starved_messages";

    /// <summary>One actor of its type gets most of the messages.</summary>
    public const string HotActor = "hot_actor";

    /// <summary>Handlers keep more threads busy than there are processors.</summary>
    public const string BlockingHandlers = "blocking_handlers";

    /// <summary>An actor gets more messages than it can handle.</summary>
    public const string Overload = "overload";

    /// <summary>Another node reports trouble.</summary>
    public const string OtherNode = "other_node";

    /// <summary>A bounded mailbox drops messages.</summary>
    public const string FullMailbox = "full_mailbox";

    /// <summary>Messages wait in a shard region, because their shard has no home.</summary>
    public const string HomelessShard = "homeless_shard";

    /// <summary>A shard region or a shard stopped or restarted, and lost the messages that it kept.</summary>
    public const string LostBuffer = "lost_buffer";

    /// <summary>A shard region sends messages to the dead letters, because its buffer is full.</summary>
    public const string FullRegion = "full_region";

    /// <summary>Messages from another node cannot be read here, or messages to it cannot be written.</summary>
    public const string UnreadableMessage = "unreadable_message";

    /// <summary>Messages are published to a topic without subscribers.</summary>
    public const string NoSubscriber = "no_subscriber";

    /// <summary>Code has published Akka's <c>Dropped</c>.</summary>
    public const string GivenUp = "given_up";

    /// <summary>Messages cannot be sent because their node is gone.</summary>
    public const string GoneNode = "gone_node";

    /// <summary>An actor sends its own messages to the dead letters.</summary>
    public const string Discarded = "discarded";

    /// <summary>Asks time out, or their answers come late.</summary>
    public const string AskTimeout = "ask_timeout";

    /// <summary>Handlers fail.</summary>
    public const string Failing = "failing";

    /// <summary>An actor gets failures as messages.</summary>
    public const string FailureMessages = "failure_messages";

    /// <summary>An actor answers messages that had no sender.</summary>
    public const string NoSender = "no_sender";

    /// <summary>Messages become dead letters.</summary>
    public const string MissingReceiver = "missing_receiver";

    /// <summary>Messages are not handled.</summary>
    public const string Unhandled = "unhandled";

    /// <summary>Actors of a type are started and not stopped.</summary>
    public const string ActorLeak = "actor_leak";

    /// <summary>A trace has reached its largest number of spans.</summary>
    public const string EndlessTrace = "endless_trace";
}
