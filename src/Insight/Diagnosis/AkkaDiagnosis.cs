using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Explains why an actor system is in trouble: the causes to which its findings, its mailboxes and its flows point, the most probable first, each
/// with its evidence and its next step. It only reads existing data and sends no message. The documentation lists what it cannot see. Immutable.
/// </summary>
[Experimental(Experiments.DiagnosisId)]
public sealed class AkkaDiagnosis
{
    private static readonly AkkaHealthCheckOptions Default = new();

    private static readonly IReadOnlyList<Func<Symptoms, IEnumerable<AkkaCause>>> Rules =
    [
        LongPauses.First,
        OwnNode.In,
        UnreachableNode.In,
        LateHeartbeats.In,
        BlockedThreads.In,
        BlockedThreads.Returned,
        ProcessorsShort.In,
        StarvedPool.In,
        StarvedDispatcher.In,
        FailingStore.In,
        GoneReceivers.CannotRecover,
        GoneReceivers.CannotStart,
        SlowStore.In,
        SlowStore.Waiting,
        SlowRecovery.In,
        OpenCircuit.In,
        LateTimers.In,
        StalledStream.In,
        MemoryShort.In,
        LongPauses.In,
        GrowingStash.In,
        AskCircle.In,
        SlowRoutee.In,
        AwaitingActor.In,
        RestartLoop.In,
        ShardRestart.In,
        HomelessShard.In,
        PoisonMessage.In,
        RemovedNode.In,
        StarvedMessages.In,
        HotActor.In,
        BlockingHandlers.In,
        Overload.In,
        UnreadableMessages.In,
        OtherNodes.In,
        LostMessageCauses.FullMailbox,
        LostMessageCauses.FullRegion,
        LostMessageCauses.LostBuffer,
        LostMessageCauses.GivenUp,
        LostMessageCauses.GoneNode,
        LostMessageCauses.Discarded,
        LostMessageCauses.NoSubscriber,
        AskTimeouts.In,
        FailingHandlers.In,
        FailureMessages.In,
        LostMessageCauses.NoSender,
        LostMessageCauses.MissingReceiver,
        LostMessageCauses.Unhandled,
        ActorLeak.In,
        EndlessTrace.In,
    ];

    private AkkaDiagnosis(IReadOnlyList<AkkaCause> causes, string summary, IReadOnlyList<string> notChecked) =>
        (Causes, Summary, Unchecked) = (causes, summary, notChecked);

    /// <summary>The answer in one sentence: the first cause, or that none was found.</summary>
    public string Summary { get; }

    /// <summary>The causes, the most probable first. Empty when none was found.</summary>
    public IReadOnlyList<AkkaCause> Causes { get; }

    /// <summary>The parts that could not be checked, and why.</summary>
    public IReadOnlyList<string> Unchecked { get; }

    /// <summary>
    /// The whole diagnosis as text, in several lines: each cause with its certainty, its evidence and the next step, then the parts that could not be
    /// checked.
    /// </summary>
    public override string ToString() => string.Join('\n', Causes.Count == 0 ? [Summary, .. NotChecked] :
    [
        .. Causes.SelectMany((cause, index) => (IEnumerable<string>)
        [
            $"{index + 1}. {cause}",
            .. cause.Evidence.Select(evidence => $"   {evidence}"),
            $"   Next: {cause.NextStep}",
        ]),
        .. NotChecked,
    ]);

    private IEnumerable<string> NotChecked => Unchecked.Select(one => $"Not checked: {one}");

    /// <summary>Diagnoses an instrumented actor system now, with the default thresholds of the health check. Any thread; it does not wait.</summary>
    internal static AkkaDiagnosis Read(ActorSystem system) => Read(AkkaInstrumentationExtension.For(system));

    internal static AkkaDiagnosis Read(AkkaInstrumentationExtension system)
    {
        var now = Stopwatch.GetTimestamp();
        return Read(system, SystemFindings.Read(system, Default, now), now);
    }

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="found">The findings.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="others">Other nodes in trouble, where they are known.</param>
    internal static AkkaDiagnosis Read(AkkaInstrumentationExtension system, SystemFindings found,
        long now, IReadOnlyList<NodeInTrouble>? others = null)
    {
        system.Insight.FlowHistory.Sample(now);
        system.Insight.Sample(now);
        return Read(Symptoms.Read(system, found, now) with { Others = others ?? [] });
    }

    internal static AkkaDiagnosis Read(Symptoms seen)
    {
        // The sort is stable: of equally certain causes, the one whose rule is first in the list comes first.
        List<AkkaCause> causes = [.. Rules.SelectMany(rule => rule(seen)).OrderByDescending(cause => cause.Certainty)];
        return new(causes, causes.Count > 0 ? causes[0].ToString() : NoneFound(seen), [.. seen.Found.Unchecked, .. AskTimeouts.Unchecked(seen)]);
    }

    private static string NoneFound(Symptoms seen) =>
        !seen.Found.IsEmpty ? "No cause is known for what is wrong."
        : seen.Slowest is not { } slow ? "Nothing is wrong."
        : $"Nothing is wrong. The slowest flow of the last minute: {CauseText.Flow(slow)}."
            + (slow.WaitSeconds >= 1 ? " A mean wait of seconds is not normal." : "");
}

/// <summary>How certain a cause is.</summary>
[Experimental(Experiments.DiagnosisId)]
public enum AkkaCertainty
{
    /// <summary>The cause fits what was observed, and so do other causes.</summary>
    Possible = 0,

    /// <summary>In most systems, this is the cause of what was observed.</summary>
    Likely = 1,

    /// <summary>The cause itself was observed.</summary>
    Certain = 2,
}

/// <summary>One cause of trouble. Immutable.</summary>
[Experimental(Experiments.DiagnosisId)]
public sealed record AkkaCause
{
    internal AkkaCause(string kind, string what, AkkaCertainty certainty, string actor) =>
        (Kind, Description, Certainty, ActorType) = (kind, what, certainty, actor);

    /// <summary>The kind of the cause: one of <see cref="AkkaCauseKinds"/>.</summary>
    public string Kind { get; init; }

    /// <summary>The cause in one sentence.</summary>
    public string Description { get; init; }

    /// <summary>How certain the cause is.</summary>
    public AkkaCertainty Certainty { get; init; }

    /// <summary>Readable name of the actor's type; empty when the cause concerns no single type.</summary>
    public string ActorType { get; init; }

    /// <summary>Path of the actor, or of the worst one if there are several; address of the node if the cause concerns a node; otherwise
    /// empty.</summary>
    public string Subject { get; init; } = "";

    /// <summary>The minimum time for which it has been observed; null when that is not known.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>The evidence, one sentence each.</summary>
    public IReadOnlyList<string> Evidence { get; init; } = [];

    /// <summary>The next step: an action or a place to look at.</summary>
    public required string NextStep { get; init; }

    internal double Seconds { init => Duration = value > 0 ? TimeSpan.FromSeconds(value) : null; }

    /// <summary>The whole cause in one line.</summary>
    internal string Line => $"{this} {string.Join("; ", Evidence)}. Next: {NextStep}";

    /// <inheritdoc />
    public override string ToString() => $"{Description} ({Certainty.ToString().ToLowerInvariant()})";
}
