using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The span of one element at a named stage, a child of the span in which it was sent. It ends when what follows the stage asks for the next element.
/// </summary>
internal static class StreamSpan
{
    /// <summary>Null where nobody wants it. Otherwise it is the current activity afterwards.</summary>
    /// <param name="system">The instrumentation of the actor system.</param>
    /// <param name="name">The stage's name.</param>
    /// <param name="sentIn">The span in which the element was sent.</param>
    public static Activity? Start(AkkaInstrumentationExtension system, string name, ActivityContext sentIn) =>
        system.RootsIfTracing is not null && system.Roots.TryContinue(sentIn.TraceId, CoarseClock.Now)
            ? AkkaTelemetry.Source.StartActivity($"stream {name}", ActivityKind.Internal, sentIn,
                system.Tags.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.StreamName, name)))
            : null;

    public static void Stop(Activity span, Exception? failure)
    {
        if (failure is not null)
        {
            span.SetTag(AkkaSpanAttributes.ErrorType, TypeNames.Full(failure.GetType()));
            span.SetStatus(ActivityStatusCode.Error);
        }

        ContextScope.Stop(span);
    }
}
