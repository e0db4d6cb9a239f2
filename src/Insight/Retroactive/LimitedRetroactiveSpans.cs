using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Makes the retroactive spans of one actor system, as many as the settings allow.</summary>
/// <param name="system">The system's instrumentation.</param>
internal sealed class LimitedRetroactiveSpans(AkkaInstrumentationExtension system) : RetroactiveSpans
{
    public RetroactiveLimits Limits { get; } = new();

    public override Activity? Start(RetroactiveMessage failed, string messageName, long now) =>
        new RetroactiveSpan(system.Spans, failed).Start(RetroactiveSpan.Error, messageName, Limits, now);

    public override void StartAndStop(RetroactiveMessage slow, long now)
    {
        if (new RetroactiveSpan(system.Spans, slow).Start(RetroactiveSpan.Slow, slow.Info.Name, Limits, now) is { } span)
        {
            ContextScope.Stop(span.SetEndTime(Ticks.ToUtcIn(span, slow.BegunAt, now)));
        }
    }

    public override Activity? StartOfActor(ObservedMailbox mailbox, ActorTypeInfo actor, bool isRestart, long begunAt, long now) =>
        RetroactiveSpan.OfStart(system.Spans, mailbox, actor, isRestart, begunAt, Limits, now);

    protected override void Limit(int perSecond, RootSampling roots)
    {
        Limits.Change(perSecond);
        Limits.Roots = roots;
    }
}

/// <summary>Finds the limits of a system from its instrumentation.</summary>
internal static class RetroactiveExtensions
{
    extension(AkkaInstrumentationExtension instrumentation)
    {
        public RetroactiveLimits RetroactiveLimits => ((LimitedRetroactiveSpans)instrumentation.Retroactive).Limits;
    }
}
