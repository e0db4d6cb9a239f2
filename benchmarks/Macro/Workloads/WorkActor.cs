using System.Diagnostics;
using Akka.Actor;
using Akka.Dispatch;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Base of all measured actors: does its work, in the states of hand-written telemetry with that around it. Which state
/// it is is a constant for the JIT, so the other states run exactly the same code without it.
/// </summary>
internal abstract class WorkActor : UntypedActor
{
    /// <summary>Set by the process before its first actor.</summary>
    public static Handwork Hand { get; set; }

    private HandNames? _names;
    private readonly HandSampled.Counts? _counts = Constant.IsSampled ? new() : null;
    private int _received;

    protected abstract void Handle(object message);

    /// <summary>Whether the actor awaits before it handles a message.</summary>
    protected virtual bool Awaits => false;

    protected sealed override void OnReceive(object message)
    {
        if (Awaits)
        {
            ActorTaskScheduler.RunTask(() => HandleLater(message));
        }
        else if (Constant.Hand == Handwork.None || (Constant.Hand == Handwork.HundredthSpans && ++_received % 100 != 0))
        {
            Handle(message);
        }
        else if (Constant.IsSampled)
        {
            HandleSampled(message, _counts!);
        }
        else
        {
            HandleByHand(message);
        }
    }

    /// <summary>Sends; in an envelope when this state has them.</summary>
    protected static void Send(IActorRef target, object message, IActorRef sender) => target.Tell(Packed(message, isOfActor: true), sender);

    /// <summary>The message as it goes over the wire of this state.</summary>
    /// <param name="message">The message.</param>
    /// <param name="isOfActor">Whether an actor sends it.</param>
    internal static object Packed(object message, bool isOfActor = false) => Constant.Hand switch
    {
        Handwork.Envelopes => Enveloped.Around(message),
        Handwork.SameSpans => new Stamped(message),
        Handwork.SampledMetrics => HandSampled.Sent(message),
        Handwork.SampledSpansAndMetrics => HandSampled.SentMaybeInTrace(message),
        Handwork.SampledTracesAndMetrics or Handwork.SampledSameTracesAndMetrics => HandSampled.SentMaybeInSampledTrace(message, mayBegin: !isOfActor),
        Handwork.KeptTracesAndMetrics => HandSampled.SentInTrace(message),
        _ => message,
    };

    private async Task HandleLater(object message)
    {
        if (!Constant.IsSampled)
        {
            await Task.Yield();
            Handle(message);
            return;
        }

        if (message is not Stamped stamped)
        {
            _counts!.Add(message);
            await Task.Yield();
            Handle(message);
            return;
        }

        var startedAt = TimeOf(stamped);
        using var span = Begin(stamped, startedAt);
        await Task.Yield();
        Handle(stamped.Message);
        End(stamped, startedAt);
    }

    private void HandleSampled(object message, HandSampled.Counts counts)
    {
        if (Constant.Hand == Handwork.SampledSpansAndMetrics)
        {
            counts.Begin();
        }

        if (message is Stamped stamped)
        {
            HandleDrawn(stamped);
            return;
        }

        counts.Add(message);
        Handle(message);
    }

    private void HandleDrawn(Stamped stamped)
    {
        var startedAt = TimeOf(stamped);
        using var span = Begin(stamped, startedAt);
        Handle(stamped.Message);
        End(stamped, startedAt);
    }

    // Where every message comes in an envelope, most are not timed.
    private static long TimeOf(Stamped stamped) =>
        Constant.Hand == Handwork.KeptTracesAndMetrics && !stamped.IsTimed ? 0 : Stopwatch.GetTimestamp();

    private Activity? Begin(Stamped stamped, long startedAt)
    {
        var names = _names ??= new HandNames(Context);
        _counts!.Add(stamped.Message);
        return Constant.Hand switch
        {
            Handwork.SampledSpansAndMetrics when HandSampled.TakesSpan(startedAt) =>
                HandWritten.StartSpan(names, stamped.Message, default, stamped.SentAt),
            Handwork.SampledTracesAndMetrics or Handwork.SampledSameTracesAndMetrics when stamped.IsRoot || stamped.SentIn is { Recorded: true } =>
                BeginInTrace(names, stamped, stamped.SentIn?.Context ?? default),
            Handwork.KeptTracesAndMetrics => HandWritten.StartBareSpan(names, stamped.Message, FromElsewhere(stamped.SentIn)),
            _ => null,
        };
    }

    private static Activity? BeginInTrace(HandNames names, Stamped stamped, ActivityContext parent) =>
        Constant.Hand == Handwork.SampledSameTracesAndMetrics
            ? HandWritten.StartSpan(names, stamped.Message, parent, stamped.SentAt)
            : HandWritten.StartBareSpan(names, stamped.Message, parent);

    // The SDK's sampler makes an activity for an unsampled message only if its parent is not of this process.
    private static ActivityContext FromElsewhere(Activity? parent) =>
        parent is null ? default : new ActivityContext(parent.TraceId, parent.SpanId, parent.ActivityTraceFlags, parent.TraceStateString, isRemote: true);

    private void End(Stamped stamped, long startedAt)
    {
        if (stamped.IsTimed)
        {
            HandWritten.RecordDurations(_names!, stamped, startedAt);
        }
    }

    private void HandleByHand(object message)
    {
        var names = _names ??= new HandNames(Context);
        var parent = default(ActivityContext);
        var sentAt = 0L;
        if (message is Enveloped envelope)
        {
            parent = envelope.Parent();
            message = envelope.Message;
        }
        else if (message is Stamped stamped)
        {
            parent = stamped.SentIn?.Context ?? default;
            sentAt = stamped.SentAt;
            message = stamped.Message;
        }

        using var span = HandWritten.StartSpan(names, message, parent, sentAt);
        if (Constant.Hand != Handwork.SpansAndMetrics)
        {
            Handle(message);
            return;
        }

        var startedAt = Stopwatch.GetTimestamp();
        Handle(message);
        HandWritten.Record(names, message, startedAt);
    }

    // read when the first actor or sender comes, and constant from then on
    private static class Constant
    {
        public static readonly Handwork Hand = WorkActor.Hand;

        public static readonly bool IsSampled =
            Hand is Handwork.SampledMetrics or Handwork.SampledSpansAndMetrics or Handwork.SampledTracesAndMetrics
                or Handwork.SampledSameTracesAndMetrics or Handwork.KeptTracesAndMetrics;
    }
}
