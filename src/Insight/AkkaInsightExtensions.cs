using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>What can be asked about a running actor system. Any thread. Nothing here sends a message.</summary>
public static class AkkaInsightExtensions
{
    /// <summary>
    /// Explains the settings for messages of a type at an actor, and names the rule, attribute or setting behind each. Any thread. It looks the
    /// actor up, so use it for diagnosis and tests.
    /// </summary>
    /// <param name="instrumentation">The actor system's instrumentation.</param>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address. Rules about actor types need a running actor.</param>
    /// <param name="messageType">The message's type.</param>
    /// <returns>The values, the source of each, and for each rule whether it matches.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    public static AkkaExplanation Explain(this AkkaInstrumentationExtension instrumentation, string actorPath, Type messageType)
    {
        ArgumentNullException.ThrowIfNull(instrumentation);
        ArgumentNullException.ThrowIfNull(messageType);
        return new AkkaExplanation(instrumentation, actorPath, messageType);
    }

    /// <summary>The same with the name of the type, as spans show it or with its namespace.</summary>
    /// <param name="instrumentation">The actor system's instrumentation.</param>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <param name="messageType">Name of a loaded type: <c>PlaceOrder</c>, <c>Outer.Inner</c>, <c>Shop.PlaceOrder</c>.</param>
    /// <returns>The values, the source of each, and for each rule whether it matches.</returns>
    /// <exception cref="ArgumentException">No loaded type or several types have the name, or the path is no path.</exception>
    [RequiresUnreferencedCode(NamedTypes.Trimmed)]
    internal static AkkaExplanation Explain(this AkkaInstrumentationExtension instrumentation, string actorPath, string messageType) =>
        instrumentation.Explain(actorPath, NamedTypes.Loaded(messageType));

    /// <summary>
    /// The last messages of an actor for which a rule or its Props set <c>record</c>. They are read while the actor works.
    /// Any thread. It looks the actor up, so use it for diagnosis.
    /// </summary>
    /// <param name="instrumentation">The actor system's instrumentation.</param>
    /// <param name="actorPath">The actor's path, <c>/user/orders</c> or with address.</param>
    /// <returns>The messages, the latest first; null when no actor has the path or its messages are not recorded.</returns>
    /// <exception cref="ArgumentException"><paramref name="actorPath"/> is no path.</exception>
    public static IReadOnlyList<AkkaRecordedMessage>? LastMessages(this AkkaInstrumentationExtension instrumentation, string actorPath)
    {
        ArgumentNullException.ThrowIfNull(instrumentation);
        return LastMessageObserver.Of(instrumentation.Insight.Looks.MailboxAt(LivingActors.WithoutAddress(actorPath)));
    }

    /// <summary>Begins to record who sends what to whom. Any thread.</summary>
    /// <param name="instrumentation">The actor system's instrumentation.</param>
    /// <returns>The recording. Dispose of it to end it.</returns>
    public static AkkaFlowRecording RecordFlow(this AkkaInstrumentationExtension instrumentation)
    {
        ArgumentNullException.ThrowIfNull(instrumentation);
        return new(instrumentation.Metrics.Flows);
    }

    /// <summary>
    /// The messages that actors handle or await in for a tenth of a second or longer, the oldest first: who hangs, in which message, since when. Any
    /// thread. It visits each mailbox once and sends no message. An age counts from the first look where nobody has listened to durations or spans.
    /// </summary>
    /// <param name="control">The actor system's run-time control.</param>
    /// <returns>At most <see cref="AkkaMessagesAtWork.MaxMessages"/> of them, and their number.</returns>
    public static AkkaMessagesAtWork MessagesAtWork(this AkkaInstrumentationControl control)
    {
        ArgumentNullException.ThrowIfNull(control);
        var found = AkkaMessagesAtWork.Read(control.Metrics, AkkaMessagesAtWork.Moment, Stopwatch.GetTimestamp());
        return new() { Messages = found.Worst, Count = found.Count };
    }

    /// <summary>
    /// Calls code of the application when a trouble begins and when it has ended, so that it can shed load, say, or tell an actor:
    /// <c>control.OnFinding(system.EventStream.Publish)</c> publishes each <see cref="AkkaFinding"/> to Akka's event stream. It looks once a
    /// second, and visits each mailbox for that.
    /// </summary>
    /// <param name="control">The actor system's run-time control.</param>
    /// <param name="act">Is called on a thread of its own, one call at a time. While it blocks, nothing new is looked for. What it throws is
    /// counted and ignored.</param>
    /// <param name="thresholds">What counts as too old and too often; null for the defaults of the health check.</param>
    /// <returns>Dispose of it to end the calls. They also end with the actor system: what goes on then has no end.</returns>
    /// <exception cref="ArgumentException">A threshold is not allowed.</exception>
    public static IDisposable OnFinding(this AkkaInstrumentationControl control, Action<AkkaFinding> act, AkkaHealthCheckOptions? thresholds = null)
    {
        ArgumentNullException.ThrowIfNull(control);
        ArgumentNullException.ThrowIfNull(act);
        if (thresholds is not null && HealthLimits.Wrong(thresholds, nameof(thresholds)) is { Count: > 0 } wrong)
        {
            throw new ArgumentException(string.Join(Environment.NewLine, wrong), nameof(thresholds));
        }

        var watch = new FindingWatch(control.Extension, thresholds ?? new(), act);
        BackgroundThread.TryAdd(watch);
        return watch;
    }

    /// <summary>
    /// The latest lost message of each kind, while metrics are on: who sent what to whom, why nobody handled it, when, and in which trace. Any
    /// thread.
    /// </summary>
    /// <param name="control">The actor system's run-time control.</param>
    /// <returns>The latest first, at most <see cref="AkkaLostMessage.MaxMessages"/>.</returns>
    public static IReadOnlyList<AkkaLostMessage> LostMessages(this AkkaInstrumentationControl control)
    {
        ArgumentNullException.ThrowIfNull(control);
        return AkkaLostMessage.Read(control.Extension.Losses);
    }
}
