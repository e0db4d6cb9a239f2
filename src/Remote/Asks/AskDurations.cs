using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Measures the Asks of one actor system. The number of askers, questions and exception types is bounded, as in the other metrics. Any thread.
/// </summary>
internal sealed class AskDurations
{
    private readonly Capped<string, AskerInfo> _askers;
    private readonly Capped<string, string> _errors;
    private readonly SystemMetrics _metrics;

    public AskDurations(AkkaInstrumentationExtension instrumentation)
    {
        _metrics = instrumentation.Metrics;
        var maxMessageTypes = instrumentation.Settings.MetricsMaxMessageTypes;
        _askers = new(
            instrumentation.Settings.MetricsMaxActorTypes,
            _ => FoldedNames.Other,
            name => new AskerInfo(_metrics.Tags, name, maxMessageTypes));
        _errors = new(ActorTypeInfo.MaxErrorTypes, _ => FoldedNames.OtherError, name => name);
    }

    /// <summary>Akka's reference, or one in its place that measures its Ask. Asker's thread.</summary>
    /// <param name="asks">Null while remoting starts.</param>
    /// <param name="result">What the asker waits for.</param>
    /// <param name="plain">The reference that Akka has made.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static FutureActorRef<T> Around<T>(AskDurations? asks, TaskCompletionSource<T> result, FutureActorRef<T> plain) =>
        Instruments.AskDuration.Enabled && asks is { _metrics.IsEnabled: true } ? new MeasuredFutureRef<T>(asks, result, plain) : plain;

    /// <summary>An Ask begins. Asker's thread. Null if it cannot be measured.</summary>
    /// <param name="result">What the asker waits for. It has not been given to the asker yet.</param>
    /// <param name="question">The question. It is not kept.</param>
    public OpenAsk? Begin(Task result, object question)
    {
        try
        {
            var ask = new OpenAsk(this, _askers.For(Asker()).Tags(InnerMessage.Of(question).GetType()));

            // Never on the thread that answers, as Akka's task runs no continuation there. In the asker's context, so that an exemplar has its span.
            result.ContinueWith(
                static (ended, ask) => ((OpenAsk)ask!).End(ended), ask, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);
            return ask;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Remote, e);
            return null;
        }
    }

    /// <summary>The name for <c>error.type</c>.</summary>
    public string Error(Type exception) => _errors.For(TypeNames.Full(exception));

    private static string Asker() => InternalCurrentActorCellKeeper.Current is { } cell
        ? (cell.Mailbox?.MessageQueue as RecordedQueue)?.Recorder.Type?.Name ?? ActorTypeNames.Of(cell.Props)
        : FoldedNames.None;
}

/// <summary>The attributes of the Asks of one actor type, by the type of the question. Any thread.</summary>
internal sealed class AskerInfo(SystemTags system, string asker, int maxMessageTypes)
{
    private readonly Capped<string, KeyValuePair<string, object?>[]> _questions = new(
        maxMessageTypes,
        _ => FoldedNames.Other,
        name => system.With(new(AkkaMetricAttributes.SenderType, asker), new(AkkaSpanAttributes.MessageType, name)));

    public KeyValuePair<string, object?>[] Tags(Type question) => _questions.For(TypeNames.Of(question));
}
